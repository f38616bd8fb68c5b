import type { Worker } from '@florin/service';
import { eachDue } from '../due/workers.ts';
import type { NoticeHandler } from '../notices/workers.ts';
import { findRefund, takeUndecided } from './queries.ts';
import { type RefundDeps, refresh } from './saga.ts';

/** Polls processors about open refunds, young ones more often. */
export function refundWorkers(deps: RefundDeps): readonly Worker[] {
  return [
    eachDue({
      name: 'asking processors about refunds',
      take: (rowsMax) => takeUndecided(deps.db, rowsMax),
      work: (refund) => refresh(deps, refund),
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    }),
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
