import { AppError, parsePublicId, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient, makeOptionalClient, peersOf } from '@florin/grpc';
import { isListed } from '@florin/http-api';
import type { ProcessorsConfig } from './config.ts';
import type { Charge } from './domain/charge.ts';
import type { Funds } from './domain/funds.ts';

/** Timeout of ledger calls, in milliseconds. */
const CALL_TIMEOUT_MS = 2_000;

/** Reports a final attempt to the ledger. */
export type ReportEnd = (charge: Charge) => Promise<void>;

/** Reads an account; undefined unless it exists and is open. */
export type FindPayee = (
  accountId: Uuid,
  requestId: string,
) => Promise<{ readonly mayLeadTo: (returnUrl: string) => boolean } | undefined>;

/** Client of the accounts service, which knows the allowed return URLs. */
export function openAccounts(config: Pick<ProcessorsConfig, 'accountsAddresses' | 'callKeys'>) {
  const client = makeClient(grpcServices.accounts, peersOf('processors', config)('accounts'));
  const findPayee: FindPayee = async (accountId, requestId) => {
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    try {
      const { status, returnUrls } = await client.getAccount({ accountId }, context);
      const mayLeadTo = (url: string) => isListed(url, returnUrls ?? []);
      return status === 'closed' ? undefined : { mayLeadTo };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  };
  return { findPayee, close: () => client.close() };
}

/** Calls of billing about the money of invoices. */
export interface Invoices {
  /**
   * Reserves money of an invoice for a refund; with `takesLess`, at most what is left. Undefined if
   * the payment is not of an invoice.
   * @throws AppError conflict if nothing, or less, is left
   */
  readonly reserve: (request: {
    readonly accountId: Uuid;
    readonly invoiceId: Uuid;
    readonly paymentId: Uuid;
    readonly amountPaid: bigint;
    readonly refundId: Uuid;
    readonly amount: bigint;
    readonly takesLess: boolean;
    readonly requestId: string;
  }) => Promise<bigint | undefined>;
  /** Releases the reservation of a refund. */
  readonly release: (invoiceId: Uuid, refundId: Uuid, requestId: string) => Promise<void>;
  /** Records a refund or dispute made before billing kept books. Idempotent. */
  readonly record: (made: {
    readonly accountId: Uuid;
    readonly invoiceId: Uuid;
    readonly paymentId: Uuid;
    readonly amountPaid: bigint;
    readonly about:
      | { readonly refundId: Uuid }
      | { readonly disputeId: Uuid; readonly disputeStatus: string };
    readonly amount: bigint;
    readonly requestId: string;
  }) => Promise<void>;
}

/** Client of billing; undefined if none runs, so there are no invoices. */
export function openBilling(config: Pick<ProcessorsConfig, 'billingAddresses' | 'callKeys'>) {
  const client = makeOptionalClient(grpcServices.billing, peersOf('processors', config)('billing'));
  if (!client) return undefined;
  const within = (requestId: string) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });
  const invoices: Invoices = {
    async reserve({ amountPaid, amount, requestId, ...rest }) {
      const request = { ...rest, amountPaid: String(amountPaid), amount: String(amount) };
      const reply = await client
        .reserveRefund(request, within(requestId))
        .catch(undefinedIfUnknown);
      return reply && BigInt(reply.amount);
    },
    async release(invoiceId, refundId, requestId) {
      await client.releaseRefund({ invoiceId, refundId }, within(requestId));
    },
    async record({ amountPaid, amount, about, requestId, ...rest }) {
      const none = { refundId: '', disputeId: '', disputeStatus: '' };
      const amounts = { amountPaid: String(amountPaid), amount: String(amount) };
      const request = { ...none, ...about, ...rest, ...amounts };
      await client.recordMoneyBack(request, within(requestId)).catch(undefinedIfUnknown);
    },
  };
  const isArchived: IsArchived = async ({ accountId, customer }, requestId) => {
    const customerId = parsePublicId('customer', customer);
    if (customerId === undefined) return false;
    const request = { accountId, customerId };
    const found = await client.findCustomer(request, within(requestId)).catch(undefinedIfUnknown);
    return found?.isArchived ?? false;
  };
  return { invoices, isArchived, close: () => client.close() };
}

/** Whether a customer, by public id, is archived; then nothing new is saved for them. */
export type IsArchived = (
  of: { readonly accountId: Uuid; readonly customer: string },
  requestId: string,
) => Promise<boolean>;

function undefinedIfUnknown(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}

/** Client of the ledger, the only service that moves money. */
export function openLedger(config: Pick<ProcessorsConfig, 'ledgerAddresses' | 'callKeys'>) {
  const client = makeClient(grpcServices.funds, peersOf('processors', config)('ledger'));
  const within = (requestId: string) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });
  const funds: Funds = {
    async withdraw({ amount, amountMin, reference, metadata, ...rest }, requestId) {
      const reply = await client.withdraw(
        {
          ...rest,
          amount: String(amount),
          amountMin: String(amountMin),
          reference: reference ?? '',
          metadata: JSON.stringify(metadata),
        },
        within(requestId),
      );
      return { transactionId: reply.transactionId, amount: BigInt(reply.amount) };
    },
    async end({ accountId, key }, outcome, requestId) {
      await client.endWithdrawal({ accountId, key, outcome }, within(requestId));
    },
    async deposit({ amount, reference, metadata, ...rest }, requestId) {
      const request = {
        ...rest,
        amount: String(amount),
        reference: reference ?? '',
        metadata: JSON.stringify(metadata),
      };
      const { transactionId } = await client.deposit(request, within(requestId));
      return { transactionId };
    },
  };
  const reportEnd: ReportEnd = async (charge) => {
    const { id: attemptId, paymentId, merchant, status, reference, code, card } = charge;
    await client.finishAttempt(
      {
        accountId: merchant.accountId,
        paymentId,
        attemptId,
        status,
        reference: reference ?? '',
        code: code ?? '',
        cardBrand: card?.brand ?? '',
        cardLast4: card?.last4 ?? '',
      },
      within(`attempt ${attemptId}`),
    );
  };
  return { funds, reportEnd, close: () => client.close() };
}
