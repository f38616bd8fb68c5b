import { grpcServices } from '@florin/contracts/protos';
import { makeClient, makeOptionalClient, type PromiseClient, peersOf } from '@florin/grpc';
import type { AccountsConfig } from './config.ts';
import { accessOf } from './domain/account.ts';
import type { ClosingCalls } from './domain/closing.ts';
import type { OpeningCalls } from './domain/opening.ts';
import type { UpdatingCalls } from './domain/updating.ts';

/** Services that account sagas call. */
export interface Clients {
  readonly identity: PromiseClient<(typeof grpcServices)['identity']['service']>;
  readonly ledger: PromiseClient<(typeof grpcServices)['balances']['service']>;
  readonly billing: PromiseClient<(typeof grpcServices)['billing']['service']>;
  /** Undefined if the processors service does not run. */
  readonly processors: PromiseClient<(typeof grpcServices)['processors']['service']> | undefined;
}

/** Maximum time to wait for another service in one step. */
const CALL_TIMEOUT_MS = 1_500;
/** Maximum for calls that wait until every gateway has applied a revocation. */
const REVOKING_CALL_TIMEOUT_MS = 4_000;

/** Maximum for calls that may wait for a processor: shorter than the lease of a step. */
const PAYING_OUT_CALL_TIMEOUT_MS = 3_500;

/** Maximum for a new owner's password: longer than its wait in identity's queue. */
const HASHING_CALL_TIMEOUT_MS = 7_000;

/** Maximum while an account is opened, which users wait for, also on a busy machine. */
const OPENING_CALL_TIMEOUT_MS = 3_000;

export function openClients(config: AccountsConfig): Clients & { close(): void } {
  const to = peersOf('accounts', config);
  const identity = makeClient(grpcServices.identity, to('identity'));
  const ledger = makeClient(grpcServices.balances, to('ledger'));
  const billing = makeClient(grpcServices.billing, to('billing'));
  const processors = makeOptionalClient(grpcServices.processors, to('processors'));
  return {
    identity,
    ledger,
    billing,
    processors,
    close() {
      for (const client of [identity, ledger, billing, processors]) client?.close();
    },
  };
}

const within =
  (timeoutMs: number) =>
  ({ requestId }: { readonly requestId: string }) => ({ requestId, timeoutMs });
const context = within(CALL_TIMEOUT_MS);
const hashing = within(HASHING_CALL_TIMEOUT_MS);
const opening = within(OPENING_CALL_TIMEOUT_MS);
const revoking = within(REVOKING_CALL_TIMEOUT_MS);
const payingOut = within(PAYING_OUT_CALL_TIMEOUT_MS);

/** All calls to other services. */
export interface Calls extends OpeningCalls, UpdatingCalls, ClosingCalls {
  /** The hash of a password, as identity verifies it. */
  hashPassword(work: { readonly requestId: string }, password: string): Promise<string>;
}

/** The calls over gRPC. */
export function makeCalls({ identity, ledger, billing, processors }: Clients): Calls {
  return {
    async hashPassword(work, password) {
      return (await identity.hashPassword({ password }, hashing(work))).passwordHash;
    },
    async reserveOwner(work) {
      const { id: accountId, email, name, passwordHash, isPlatform } = work;
      const role = isPlatform ? 'admin' : 'owner';
      const creatorUserId = work.creatorUserId ?? '';
      await identity.reserveOwner(
        { accountId, email, name, passwordHash, role, creatorUserId },
        opening(work),
      );
    },
    async openBalance(work) {
      const { currency } = work.settings;
      await ledger.openBalance({ accountId: work.id, currency }, opening(work));
    },
    async confirmOwner(work) {
      const readOnly = accessOf(work.status ?? 'active') === 'read_only';
      await identity.confirmOwner({ accountId: work.id, readOnly }, revoking(work));
    },
    async reserveEmail(work, email) {
      await identity.reserveAccountEmail({ accountId: work.accountId, email }, context(work));
    },
    async confirmEmail(work, email) {
      const { accountId, askedBy } = work;
      const userId = askedBy ?? '';
      await identity.confirmAccountEmail({ accountId, email, userId }, context(work));
    },
    async changeCurrency(work, currency) {
      await ledger.changeCurrency({ accountId: work.accountId, currency }, context(work));
    },
    async setAccess(work, access) {
      await identity.setAccountAccess({ accountId: work.accountId, access }, revoking(work));
    },
    async closeGate(work) {
      await billing.closeGate({ accountId: work.accountId }, context(work));
    },
    closeBalance: (work) => ledger.closeBalance({ accountId: work.accountId }, context(work)),
    async endSubscriptions(work) {
      await billing.endSubscriptions({ accountId: work.accountId }, context(work));
    },
    async closeAccess(work) {
      await identity.closeAccount({ accountId: work.accountId }, revoking(work));
    },
    async payOutRest(work, currency) {
      if (!processors) return undefined;
      const { accountId } = work;
      const paid = await processors.payOutRest({ accountId, currency }, payingOut(work));
      return paid.payoutId === '' ? undefined : { id: paid.payoutId, amount: paid.amount };
    },
  };
}
