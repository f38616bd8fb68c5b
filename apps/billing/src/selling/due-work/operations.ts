import type { Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { CollectDeps } from '../../collection/charges/collect-from-customer.ts';
import type { BillingTables } from '../../schema.ts';
import { processDue } from './process.ts';
import { backOff, leaseDue, setLeases } from './queries.ts';

/** Bounds the memory of a batch and the duration of its transactions. */
const BATCH_MAX = 128;
const HELD_BACK_SECONDS = 5;

/**
 * Processes everything that is due by the real time: ends of periods and trials, retries,
 * resumptions, overdue invoices and interrupted charges. Returns the number of subscriptions.
 * @throws the error that prevented every charge: the caller must pause.
 */
export async function doDueWork(
  deps: CollectDeps,
  onError: (error: unknown) => void,
): Promise<number> {
  const { db } = deps;
  const due = await leaseDue(db, BATCH_MAX);
  const { unchanged, heldBack, failed, isLedgerDown } = await processDue(deps, due);
  await setLease(db, unchanged, 0);
  await setLease(db, heldBack, HELD_BACK_SECONDS);
  const [error] = failed.values();
  if (isLedgerDown) {
    // Another process may reach the ledger and can take these while this one pauses.
    await setLease(db, [...failed.keys()], 0);
    throw error;
  }
  await backOff(db, [...failed.keys()]).catch(() => {});
  for (const each of failed.values()) onError(each);
  return due.length;
}

/** A lease that cannot be shortened expires by itself. */
async function setLease(
  db: Kysely<BillingTables>,
  ids: readonly Uuid[],
  seconds: number,
): Promise<void> {
  if (ids.length > 0) await setLeases(db, ids, seconds).catch(() => {});
}
