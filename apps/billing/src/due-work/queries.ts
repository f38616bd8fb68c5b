import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { BillingTables } from '../schema.ts';
import { sqlNow } from '../sql-now.ts';
import { endedWithAccount, type SubscriptionStatus } from '../subscriptions/model.ts';

/** After this, another process takes over from one that died. */
const LEASE_SECONDS = 10;
const BACKOFF_SECONDS = { min: 5, max: 300 };

export interface DueSubscription {
  readonly id: Uuid;
  /** Whether it goes on only while the gates of its accounts are open: paused, or in its trial. */
  readonly needsGates: boolean;
}

/**
 * Leases subscriptions with something due by the real time, longest due first, so that no other
 * process works on them meanwhile.
 */
export async function leaseDue(
  db: Kysely<BillingTables>,
  rowsMax: number,
): Promise<readonly DueSubscription[]> {
  const { rows } = await sql<{ id: Uuid; status: SubscriptionStatus }>`
    with due as materialized (
      select id from subscriptions
       where due_at <= ${sqlNow()} and test_clock_id is null
         and leased_until < clock_timestamp()
       order by due_at limit ${rowsMax} for no key update skip locked)
    update subscriptions set leased_until = ${leaseEnd(LEASE_SECONDS)}
     where id in (select id from due)
    returning id, status`.execute(db);
  return rows.map(({ id, status }) => ({ id, needsGates: endedWithAccount.includes(status) }));
}

/** Leases subscriptions for some seconds from now; 0 releases them. */
export async function setLeases(
  db: Kysely<BillingTables>,
  ids: readonly Uuid[],
  seconds: number,
): Promise<void> {
  await sql`
    update subscriptions set leased_until = ${leaseEnd(seconds)}
     where id = any(${ids}::uuid[])`.execute(db);
}

/**
 * Delays subscriptions that have failed for reasons of their own: longer, the longer they have been
 * due, so that what always fails takes ever less from the others. What was due before it was there, as
 * the announcement of a trial's end is in a short trial, has been due since it is there.
 */
export async function backOff(db: Kysely<BillingTables>, ids: readonly Uuid[]): Promise<void> {
  await sql`
    update subscriptions
       set leased_until = clock_timestamp() + least(greatest(
             (${sqlNow()} - greatest(due_at, updated_at)) / 4, ${BACKOFF_SECONDS.min} * interval '1 second'),
             ${BACKOFF_SECONDS.max} * interval '1 second')
     where id = any(${ids}::uuid[])`.execute(db);
}

/** Leases use the real time, also for subscriptions with a test clock. */
function leaseEnd(seconds: number) {
  return sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
}
