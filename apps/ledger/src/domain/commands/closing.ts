import type { Reply } from '@florin/contracts';
import type { Balance } from '../balance.ts';
import { apply, type BatchState, findBalance, prepareContext } from '../batch/batch.ts';
import type { Cause } from '../events.ts';
import { decideCancel } from '../transaction/decide.ts';
import type { Transaction } from '../transaction/model.ts';
import { cancelPayments } from './payment-requests.ts';

/**
 * Closes an account's balance for good: cancels all holds and all payment requests that are not
 * being paid, and freezes the rest. Idempotent.
 */
export function closeBalance(batch: BatchState, opened: Balance, cause: Cause): Reply {
  let balance = opened;
  for (const payment of pendingOf(batch, opened)) {
    const context = prepareContext(batch, balance, payment);
    const decision = decideCancel(context, payment);
    if (decision.accepted) apply(batch, cause, context, decision);
    balance = findBalance(batch, opened.accountId) ?? balance;
  }
  cancelPayments(batch, opened, cause);
  balance = findBalance(batch, opened.accountId) ?? balance;
  if (balance.status !== 'closed') {
    balance = { ...balance, status: 'closed', version: balance.version + 1n };
    batch.balances.set(balance.accountId, balance);
  }
  const { currency, amounts } = balance;
  return { status: 200, body: { currency, available: amounts.available.toString() } };
}

/** The account's pending payments, including the batch's changes, oldest first. */
function pendingOf(batch: BatchState, { accountId }: Balance): readonly Transaction[] {
  const all = new Map([...batch.loaded.transactions, ...batch.changed, ...batch.created]);
  return [...all.values()]
    .filter(
      (transaction) =>
        transaction.accountId === accountId &&
        transaction.status === 'pending' &&
        // Pending withdrawals are ended only by the service that ordered them.
        transaction.capture !== null,
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
