import type { Worker } from '@florin/service';
import type { NoticeHandler } from '../notices/workers.ts';
import { findPayout, takeUndecided } from './queries.ts';
import { type PayoutDeps, refresh } from './saga.ts';

/** Payouts per batch. */
const PAYOUTS_MAX = 20;

/** Polls processors about open payouts, young ones more often. */
export function payoutWorkers(deps: PayoutDeps): readonly Worker[] {
  return [
    {
      name: 'asking processors about payouts',
      async round() {
        const payouts = await takeUndecided(deps.db, PAYOUTS_MAX);
        const ends = await Promise.allSettled(payouts.map((payout) => refresh(deps, payout)));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
        return payouts.length === PAYOUTS_MAX;
      },
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    },
  ];
}

/** Handles a change of a payout at its processor. */
export function onPayoutNotice(deps: PayoutDeps): NoticeHandler {
  return async ({ ourId }) => {
    const payout = ourId === null ? undefined : await findPayout(deps.db, ourId);
    if (!payout || payout.status === 'reserved') return false;
    await refresh(deps, payout);
    return true;
  };
}
