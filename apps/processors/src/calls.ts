import { AppError, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { isListed } from '@florin/http-api';
import type { Charge } from './charges/model.ts';
import type { ProcessorsConfig } from './config.ts';
import type { Funds } from './funds.ts';

/** Longest wait for the ledger, in milliseconds. */
const CALL_TIMEOUT_MS = 2_000;

/** What the ledger is told of an attempt that has ended. */
export type ReportEnd = (charge: Charge) => Promise<void>;

/** What an account says of itself; undefined where there is none that is open. */
export type FindPayee = (
  accountId: Uuid,
  requestId: string,
) => Promise<{ readonly mayLeadTo: (returnUrl: string) => boolean } | undefined>;

/** The accounts service, which knows where pages may lead. */
export function openAccounts({
  accountsAddresses: addresses,
  callKeys,
}: Pick<ProcessorsConfig, 'accountsAddresses' | 'callKeys'>) {
  const client = makeClient(grpcServices.accounts, {
    self: 'processors',
    callee: 'accounts',
    addresses,
    callKeys,
  });
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

/** The ledger, which alone moves money. */
export function openLedger({
  ledgerAddresses: addresses,
  callKeys,
}: Pick<ProcessorsConfig, 'ledgerAddresses' | 'callKeys'>) {
  const client = makeClient(grpcServices.funds, {
    self: 'processors',
    callee: 'ledger',
    addresses,
    callKeys,
  });
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
