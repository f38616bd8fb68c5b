import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import type { LedgerConfig } from './config.ts';

export type AccountsClient = PromiseClient<(typeof grpcServices)['accounts']['service']>;
export type BillingClient = PromiseClient<(typeof grpcServices)['billing']['service']>;
export type ProcessorsClient = PromiseClient<(typeof grpcServices)['processors']['service']>;

/** Undefined if the accounts service does not run: pages then show no name. */
export function openAccounts({ accountsAddresses: addresses, callKeys }: LedgerConfig) {
  if (addresses.length === 0) return undefined;
  return makeClient(grpcServices.accounts, {
    self: 'ledger',
    callee: 'accounts',
    addresses,
    callKeys,
  });
}

/** Undefined if the processors service does not run: customers cannot pay. */
export function openProcessors({ processorsAddresses: addresses, callKeys }: LedgerConfig) {
  if (addresses.length === 0) return undefined;
  return makeClient(grpcServices.processors, {
    self: 'ledger',
    callee: 'processors',
    addresses,
    callKeys,
  });
}

/** Undefined if billing does not run: pages then show no invoice. */
export function openBilling({ billingAddresses: addresses, callKeys }: LedgerConfig) {
  if (addresses.length === 0) return undefined;
  return makeClient(grpcServices.billing, {
    self: 'ledger',
    callee: 'billing',
    addresses,
    callKeys,
  });
}
