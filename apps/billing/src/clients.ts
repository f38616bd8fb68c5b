import { AppError } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient, type PromiseClient } from '@florin/grpc';
import type { BillingConfig } from './config.ts';

export type AccountsClient = PromiseClient<(typeof grpcServices)['accounts']['service']>;
export type ProcessorsClient = PromiseClient<(typeof grpcServices)['processors']['service']>;
export type HistoryClient = PromiseClient<(typeof grpcServices)['history']['service']>;
export type LedgerClient = PromiseClient<(typeof grpcServices)['charges']['service']>;
/** Ledger calls that move money or request a payment. */
export type ChargesClient = Pick<
  LedgerClient,
  'charge' | 'chargeAll' | 'chargeSavedCard' | 'requestPayment' | 'cancelPaymentRequest'
>;

/** Longest wait for another service. */
export const CALL_TIMEOUT_MS = 1_500;
/** Concurrent calls to the ledger, which writes concurrent calls in one batch. */
export const LEDGER_CALLS_MAX = 64;

/** Turns `not_found` of another service into undefined; rethrows all other errors. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}

/** Whether the outcome of a call is unknown, so that it must be retried. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** Clients of all services that billing calls. `onClose` gets how each is closed. */
export function openClients(config: BillingConfig, onClose: (close: () => void) => void) {
  const { accountsAddresses, ledgerAddresses, processorsAddresses, callKeys } = config;
  const self = { self: 'billing', callKeys };
  const accounts = makeClient(grpcServices.accounts, {
    ...self,
    callee: 'accounts',
    addresses: accountsAddresses,
  });
  onClose(accounts.close);
  const toLedger = { ...self, callee: 'ledger', addresses: ledgerAddresses };
  const ledger = makeClient(grpcServices.charges, toLedger);
  onClose(ledger.close);
  const history = makeClient(grpcServices.history, toLedger);
  onClose(history.close);
  const processors = makeClient(grpcServices.processors, {
    ...self,
    callee: 'processors',
    addresses: processorsAddresses,
  });
  onClose(processors.close);
  const holders = openDataHolders(config);
  onClose(holders.close);
  return { accounts, ledger, history, processors, mail: holders.mail, webhooks: holders.webhooks };
}

type DataConfig = Pick<BillingConfig, 'mailAddresses' | 'webhooksAddresses' | 'callKeys'>;

/** Services that hold only customer data for billing; undefined without an address. */
export function openDataHolders({ mailAddresses, webhooksAddresses, callKeys }: DataConfig) {
  const common = { self: 'billing', callKeys };
  const mail =
    mailAddresses.length === 0
      ? undefined
      : makeClient(grpcServices.mails, { ...common, callee: 'mail', addresses: mailAddresses });
  const webhooks =
    webhooksAddresses.length === 0
      ? undefined
      : makeClient(grpcServices.log, {
          ...{ ...common, callee: 'webhooks', addresses: webhooksAddresses },
        });
  const close = () => {
    mail?.close();
    webhooks?.close();
  };
  return { mail, webhooks, close };
}
