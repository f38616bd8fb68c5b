import { grpcServices } from '@florin/contracts/protos';
import { makeOptionalClient, type PromiseClient, peersOf } from '@florin/grpc';
import type { LedgerConfig } from './config.ts';

export type AccountsClient = PromiseClient<(typeof grpcServices)['accounts']['service']>;
export type BillingClient = PromiseClient<(typeof grpcServices)['billing']['service']>;
export type ProcessorsClient = PromiseClient<(typeof grpcServices)['processors']['service']>;

/** Undefined where a service does not run: pages then show no name, no card form or no invoice. */
export function openClients(config: LedgerConfig) {
  const to = peersOf('ledger', config);
  return {
    accounts: makeOptionalClient(grpcServices.accounts, to('accounts')),
    processors: makeOptionalClient(grpcServices.processors, to('processors')),
    billing: makeOptionalClient(grpcServices.billing, to('billing')),
  };
}
