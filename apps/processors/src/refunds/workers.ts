import type { Worker } from '@florin/service';
import type { NoticeHandler } from '../notices/workers.ts';
import { findRefund, takeUndecided } from './queries.ts';
import { type RefundDeps, refresh } from './saga.ts';

/** Refunds per batch. */
const REFUNDS_MAX = 20;

/** Polls processors about open refunds, young ones more often. */
export function refundWorkers(deps: RefundDeps): readonly Worker[] {
  return [
    {
      name: 'asking processors about refunds',
      async round() {
        const refunds = await takeUndecided(deps.db, REFUNDS_MAX);
        const ends = await Promise.allSettled(refunds.map((refund) => refresh(deps, refund)));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
        return refunds.length === REFUNDS_MAX;
      },
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    },
  ];
}

/** Handles a change of a refund at its processor. */
export function onRefundNotice(deps: RefundDeps): NoticeHandler {
  return async ({ ourId }) => {
    const refund = ourId === null ? undefined : await findRefund(deps.db, ourId);
    if (!refund || refund.status === 'reserved') return false;
    await refresh(deps, refund);
    return true;
  };
}
