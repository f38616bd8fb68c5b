import { type Reply, toPublicId } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import { claimAccount, lockAccount, releaseAccount, saveAccount } from '../accounts/queries.ts';
import { type Account, toEvent } from '../domain/account.ts';
import type { Closing, ClosingCalls, PaidOut } from '../domain/closing.ts';
import { refusalOf, refuseClaim, runOf } from '../refusals.ts';
import type { AccountsTables, Db } from '../schema.ts';

/**
 * Closes an account. Billing closes its gate first and may refuse; once the ledger has frozen the
 * balance, only forward. The payout is last, so that a slow processor delays nothing else.
 */
export function closingSaga(db: Db, calls: ClosingCalls): Saga<Closing, AccountsTables> {
  return {
    kind: 'close_account',
    first: 'mark',
    steps: {
      async mark(closing, stepKey) {
        const claim = await claimAccount(db, closing.accountId, runOf(stepKey));
        if (claim === 'claimed') return { next: 'close_gate', state: closing };
        return { done: async () => refuseClaim(claim) };
      },
      async close_gate(closing, stepKey) {
        const refusal = await refusalOf(calls.closeGate(closing), ['active_subscriptions']);
        if (!refusal) return { next: 'close_balance', state: closing };
        return {
          done: (tx) => releaseAccount(tx, closing.accountId, runOf(stepKey)).then(() => refusal),
        };
      },
      async close_balance(closing) {
        const frozen = await calls.closeBalance(closing);
        const { currency, available } = frozen;
        return {
          next: 'end_subscriptions',
          state: { ...closing, frozen: { currency, available } },
        };
      },
      async end_subscriptions(closing) {
        await calls.endSubscriptions(closing);
        return { next: 'save_account', state: closing };
      },
      async save_account(closing) {
        await saveClosed(db, closing);
        return { next: 'close_access', state: closing };
      },
      async close_access(closing) {
        await calls.closeAccess(closing);
        return { next: 'pay_out', state: closing };
      },
      async pay_out(closing) {
        const { frozen } = closing;
        // Even if nothing is available, because settled money is paid out too.
        const paidOut = frozen ? await calls.payOutRest(closing, frozen.currency) : undefined;
        return {
          done: async (tx) => toReply(await lockAccount(tx, closing.accountId), frozen, paidOut),
        };
      },
    },
  };
}

/** Commits the account as closed, once. */
function saveClosed(db: Db, closing: Closing): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await lockAccount(tx, closing.accountId);
    if (!before || before.status === 'closed') return;
    const after = await saveAccount(tx, { ...before, status: 'closed', statusReason: null });
    await addToOutbox(tx, [toEvent(before, after, closing)]);
  });
}

function toReply(
  account: Account | undefined,
  frozen: Closing['frozen'],
  paidOut: PaidOut | undefined,
): Reply {
  if (!account) throw new Error('a closed account does not exist');
  return {
    status: 200,
    body: {
      id: toPublicId('account', account.id),
      status: 'closed',
      closed_at: account.closedAt?.toISOString(),
      message: `the account is closed; ${describeRest(frozen, paidOut)}`,
      ...(paidOut && { payout_id: paidOut.id }),
    },
  };
}

function describeRest(frozen: Closing['frozen'], paidOut: PaidOut | undefined): string {
  if (frozen && paidOut)
    return `its balance of ${paidOut.amount} ${frozen.currency} (minor units) is being paid out to its bank`;
  return frozen && frozen.available !== '0'
    ? `a balance of ${frozen.available} ${frozen.currency} (minor units) remains and is frozen`
    : 'its balance was zero';
}
