import type { Worker } from '@florin/service';
import { learn, type PaymentMethod, warn } from '../domain/method.ts';
import { eachDue } from '../due/workers.ts';
import { BY_PROCESSOR } from '../events.ts';
import type { NoticeHandler } from '../notices/workers.ts';
import type { Db } from '../schema.ts';
import { change, type MethodDeps } from './operations.ts';
import { listByReference, listExpiring, markDetached, takeToDetach } from './queries.ts';
import { deleteUnusedSetups, findSetup, takeOpen } from './setup-queries.ts';
import { refresh, type SetupDeps } from './setups.ts';

/** Methods per batch. */
const METHODS_MAX = 20;
/** Rows per statement. */
const SETUPS_DELETED_MAX = 1_000;

/** Detaches removed methods at processors, and warns customers of expiring cards. */
export function methodWorkers(deps: SetupDeps, setupsKeptDays: number): readonly Worker[] {
  return [
    eachDue({
      name: 'removing payment methods at their processors',
      take: (rowsMax) => takeToDetach(deps.db, rowsMax),
      work: (method) => detach(deps, method),
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 5_000,
    }),
    eachDue({
      name: 'asking processors about payment methods to be saved',
      take: (rowsMax) => takeOpen(deps.db, rowsMax),
      work: (setup) => refresh(deps, setup),
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 5_000,
    }),
    {
      name: 'deleting pages that saved no payment method',
      round: () => deleteUnusedSetups(deps.db, setupsKeptDays, SETUPS_DELETED_MAX),
      restMs: 600_000,
      restAfterErrorMs: 60_000,
    },
    {
      name: 'warning of cards that expire',
      round: () => warnOfExpiry(deps.db),
      restMs: 60_000,
      restAfterErrorMs: 60_000,
    },
  ];
}

/** Sends due expiry warnings, one per card; true if there may be more. */
export async function warnOfExpiry(db: Db): Promise<boolean> {
  const methods = await listExpiring(db, METHODS_MAX);
  for (const method of methods)
    await db
      .transaction()
      .execute((tx) => change(tx, method, BY_PROCESSOR, (all, now) => warn(all, method.id, now)));
  return methods.length === METHODS_MAX;
}

/** Waits while the processor of a method is not configured. */
async function detach({ db, registry }: MethodDeps, removed: PaymentMethod): Promise<void> {
  const processor = registry.of(removed);
  if (!processor) return;
  await processor.removeMethod(removed.method, removed.merchant);
  await markDetached(db, removed);
}

/** Handles a saved method of a page, a replaced card, or a removal at the processor. */
export function onMethodNotice(deps: SetupDeps): NoticeHandler {
  const { db, registry } = deps;
  return async (notice) => {
    const setup = notice.ourId === null ? undefined : await findSetup(db, notice.ourId);
    if (setup) {
      await refresh(deps, setup);
      return true;
    }
    const processor = registry.find(notice.processor);
    const methods = await listByReference(db, notice.processor, notice.reference);
    if (!processor || methods.length === 0) return false;
    for (const method of methods) {
      const found = await processor.findMethod(method.method, method.merchant);
      await db
        .transaction()
        .execute((tx) =>
          change(tx, method, BY_PROCESSOR, (all, now) => learn(all, method.id, found, now)),
        );
    }
    return true;
  };
}
