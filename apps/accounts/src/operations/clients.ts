import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import type { AccountsConfig } from '../config.ts';

/** The services that work on accounts spans. */
export interface Clients {
  readonly identity: PromiseClient<(typeof grpcServices)['identity']['service']>;
  readonly ledger: PromiseClient<(typeof grpcServices)['balances']['service']>;
  readonly billing: PromiseClient<(typeof grpcServices)['billing']['service']>;
}

/** Longest wait for another service within one step. */
export const CALL_TIMEOUT_MS = 1_500;
/** The same where identity waits until no gateway answers any more by what was before. */
export const REVOKING_CALL_TIMEOUT_MS = 4_000;

/** The same for the password of a new owner: longer than identity lets any wait for its turn. */
export const HASHING_CALL_TIMEOUT_MS = 7_000;

/** The same while an account is opened, for which people wait, on a busy machine too. */
export const OPENING_CALL_TIMEOUT_MS = 3_000;

export function openClients(config: AccountsConfig): Clients & { close(): void } {
  const { identityAddresses, ledgerAddresses, billingAddresses, callKeys } = config;
  const common = { self: 'accounts', callKeys };
  const identity = makeClient(grpcServices.identity, {
    ...common,
    callee: 'identity',
    addresses: identityAddresses,
  });
  const ledger = makeClient(grpcServices.balances, {
    ...common,
    callee: 'ledger',
    addresses: ledgerAddresses,
  });
  const billing = makeClient(grpcServices.billing, {
    ...common,
    callee: 'billing',
    addresses: billingAddresses,
  });
  return {
    identity,
    ledger,
    billing,
    close() {
      for (const client of [identity, ledger, billing]) client.close();
    },
  };
}
