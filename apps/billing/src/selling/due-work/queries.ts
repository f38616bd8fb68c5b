import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import { endedWithAccount, type SubscriptionStatus } from '../../domain/subscription/model.ts';
import type { BillingTables } from '../../schema.ts';
import { sqlNow } from '../../sql-now.ts';

/** After this time, another process takes over from a crashed one. */
const LEASE_SECONDS = 10;
const BACKOFF_SECONDS = { min: 5, max: 300 };

export interface DueSubscription {
  readonly id: Uuid;
  /** Whether its accounts' gates must be open: it is paused, or in its trial. */
  readonly needsGates: boolean;
}

/**
 * Leases subscriptions that are due by the real time, oldest first, so that no other process takes
 * them.
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
 * Delays failing subscriptions in proportion to how long they have been due, so that permanent
 * failures use less capacity. Items due before their creation count from it (trial reminders).
 */
export async function backOff(db: Kysely<BillingTables>, ids: readonly Uuid[]): Promise<void> {
  await sql`
    update subscriptions
       set leased_until = clock_timestamp() + least(greatest(
             (${sqlNow()} - greatest(due_at, updated_at)) / 4, ${BACKOFF_SECONDS.min} * interval '1 second'),
             ${BACKOFF_SECONDS.max} * interval '1 second')
     where id = any(${ids}::uuid[])`.execute(db);
}

/** Leases use the real time, even for subscriptions with a test clock. */
function leaseEnd(seconds: number) {
  return sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
}
