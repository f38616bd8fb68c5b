import type { Worker } from '@florin/service';
import { eachDue } from '../due/workers.ts';
import type { NoticeHandler } from '../notices/workers.ts';
import { findPayout, takeUndecided } from './queries.ts';
import { type PayoutDeps, refresh } from './saga.ts';

/** Polls processors about open payouts, young ones more often. */
export function payoutWorkers(deps: PayoutDeps): readonly Worker[] {
  return [
    eachDue({
      name: 'asking processors about payouts',
      take: (rowsMax) => takeUndecided(deps.db, rowsMax),
      work: (payout) => refresh(deps, payout),
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    }),
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
