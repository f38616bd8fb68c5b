import { type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import { type Account, type Cause, toEvent } from '../accounts/model.ts';
import { claimAccount, lockAccount, releaseAccount, saveAccount } from '../accounts/queries.ts';
import { refusalOf, refuseClaim, runOf } from '../refusals.ts';
import type { AccountsTables, Db } from '../schema.ts';

/** The closing of an account, at any step and in any process. */
export interface Closing extends Cause {
  readonly requestId: string;
  readonly accountId: Uuid;
  /** What the ledger has frozen; null before it has. `available` is minor units as text. */
  readonly frozen: { readonly currency: string; readonly available: string } | null;
}

/** What closing an account asks of other services; each may be asked again. */
export interface ClosingCalls {
  closeGate(closing: Closing): Promise<void>;
  closeBalance(closing: Closing): Promise<{ currency: string; available: string }>;
  endSubscriptions(closing: Closing): Promise<void>;
  closeAccess(closing: Closing): Promise<void>;
}

/**
 * Closes an account: billing closes its gate, which it refuses while subscriptions are active;
 * the ledger cancels and freezes, from where there is only forward; what is left of
 * subscriptions, the account itself and all access to it end.
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
        return { done: async (tx) => toReply(await lockAccount(tx, closing.accountId), closing) };
      },
    },
  };
}

/** Commits the account as closed, once. */
function saveClosed(db: Db, closing: Closing): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const before = await lockAccount(tx, closing.accountId);
    if (!before || before.status === 'closed') return;
    const after = await saveAccount(tx, { ...before, status: 'closed' });
    await addToOutbox(tx, [toEvent(before, after, closing)]);
  });
}

function toReply(account: Account | undefined, { frozen }: Closing): Reply {
  if (!account) throw new Error('a closed account is gone');
  const rest =
    frozen && frozen.available !== '0'
      ? `a balance of ${frozen.available} ${frozen.currency} (minor units) remains and is frozen`
      : 'nothing was left on it';
  return {
    status: 200,
    body: {
      id: toPublicId('account', account.id),
      status: 'closed',
      closed_at: account.closedAt?.toISOString(),
      message: `the account is closed; ${rest}`,
    },
  };
}
