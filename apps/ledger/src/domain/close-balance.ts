import type { Reply } from '@florin/contracts';
import type { Balance } from './balance.ts';
import { decideCancel } from './decide-hold.ts';
import type { Cause } from './event.ts';
import { apply, findBalance, type OpenBatch, prepareGround } from './open-batch.ts';
import { cancelPayments } from './open-payments.ts';
import type { Transaction } from './transaction.ts';

/**
 * Closes an account's balance for ever: every hold and every payment request that is not just being
 * paid is canceled, and what is left is frozen.
 * Repeating it answers the same.
 */
export function closeBalance(batch: OpenBatch, opened: Balance, cause: Cause): Reply {
  let balance = opened;
  for (const payment of pendingOf(batch, opened)) {
    const ground = prepareGround(batch, balance, payment);
    const decision = decideCancel(ground, payment);
    if (decision.accepted) apply(batch, cause, ground, decision);
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

/** The account's pending payments, as the batch has left them so far, oldest first. */
function pendingOf(batch: OpenBatch, { accountId }: Balance): readonly Transaction[] {
  const all = new Map([...batch.loaded.transactions, ...batch.changed, ...batch.created]);
  return [...all.values()]
    .filter(
      (transaction) => transaction.accountId === accountId && transaction.status === 'pending',
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
