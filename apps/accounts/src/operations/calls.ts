import { accessOf } from '../domain/account.ts';
import {
  CALL_TIMEOUT_MS,
  type Clients,
  OPENING_CALL_TIMEOUT_MS,
  REVOKING_CALL_TIMEOUT_MS,
} from './clients.ts';
import type { ClosingCalls } from './closing.ts';
import type { OpeningCalls } from './opening.ts';
import type { UpdatingCalls } from './updating.ts';

const context = ({ requestId }: { readonly requestId: string }) => ({
  requestId,
  timeoutMs: CALL_TIMEOUT_MS,
});

const opening = ({ requestId }: { readonly requestId: string }) => ({
  requestId,
  timeoutMs: OPENING_CALL_TIMEOUT_MS,
});

const revoking = ({ requestId }: { readonly requestId: string }) => ({
  requestId,
  timeoutMs: REVOKING_CALL_TIMEOUT_MS,
});

/** Everything that work on accounts asks of other services. */
export type SagaCalls = OpeningCalls & UpdatingCalls & ClosingCalls;

/** The calls over gRPC. */
export function makeCalls(clients: Clients): SagaCalls {
  return {
    ...makeOpeningCalls(clients),
    ...makeUpdatingCalls(clients),
    ...makeClosingCalls(clients),
  };
}

function makeOpeningCalls({
  identity,
  ledger,
}: Pick<Clients, 'identity' | 'ledger'>): OpeningCalls {
  return {
    async reserveOwner({ id, email, name, passwordHash, creatorUserId, isPlatform, requestId }) {
      await identity.reserveOwner(
        {
          accountId: id,
          email,
          name,
          passwordHash,
          role: isPlatform ? 'admin' : 'owner',
          creatorUserId: creatorUserId ?? '',
        },
        opening({ requestId }),
      );
    },
    async openBalance({ id, settings, requestId }) {
      await ledger.openBalance(
        { accountId: id, currency: settings.currency },
        opening({ requestId }),
      );
    },
    async confirmOwner({ id, status = 'active', requestId }) {
      const readOnly = accessOf(status) === 'read_only';
      await identity.confirmOwner({ accountId: id, readOnly }, revoking({ requestId }));
    },
  };
}

function makeUpdatingCalls({
  identity,
  ledger,
}: Pick<Clients, 'identity' | 'ledger'>): UpdatingCalls {
  return {
    async reserveEmail(updating, email) {
      await identity.reserveAccountEmail(
        { accountId: updating.accountId, email },
        context(updating),
      );
    },
    async confirmEmail(updating, email) {
      await identity.confirmAccountEmail(
        { accountId: updating.accountId, email },
        context(updating),
      );
    },
    async changeCurrency(updating, currency) {
      await ledger.changeCurrency({ accountId: updating.accountId, currency }, context(updating));
    },
    async setAccess(updating, access) {
      await identity.setAccountAccess(
        { accountId: updating.accountId, access },
        revoking(updating),
      );
    },
  };
}

function makeClosingCalls({ identity, ledger, billing }: Clients): ClosingCalls {
  return {
    async closeGate(closing) {
      await billing.closeGate({ accountId: closing.accountId }, context(closing));
    },
    closeBalance: (closing) =>
      ledger.closeBalance({ accountId: closing.accountId }, context(closing)),
    async endSubscriptions(closing) {
      await billing.endSubscriptions({ accountId: closing.accountId }, context(closing));
    },
    async closeAccess(closing) {
      await identity.closeAccount({ accountId: closing.accountId }, revoking(closing));
    },
  };
}
