import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { SubscriptionStatus } from '../domain/subscription.ts';
import type { SqlNow } from './clock.ts';
import type { BillingTables } from './schema.ts';

/** A process that dies in the middle of due work is replaced after this. */
const LEASE_SECONDS = 10;
const REST_SECONDS = { min: 5, max: 300 };

export interface DueSubscription {
  readonly id: Uuid;
  readonly isPaused: boolean;
}

/**
 * Takes subscriptions with which something is due by the real time, longest due first, so that no
 * other process works on them meanwhile.
 */
export async function takeDue(
  db: Kysely<BillingTables>,
  sqlNow: SqlNow,
  rowsMax: number,
): Promise<readonly DueSubscription[]> {
  const { rows } = await sql<{ id: Uuid; status: SubscriptionStatus }>`
    update subscriptions set leased_until = ${leaseEnd(LEASE_SECONDS)}
     where id in (select id from subscriptions
                   where due_at <= ${sqlNow()} and test_clock_id is null
                     and leased_until < clock_timestamp()
                   order by due_at limit ${rowsMax} for no key update skip locked)
    returning id, status`.execute(db);
  return rows.map(({ id, status }) => ({ id, isPaused: status === 'paused' }));
}

/** Lets subscriptions rest for some seconds, or lets them go when that is none. */
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
 * Lets subscriptions rest that have failed for reasons of their own: the longer they have been due,
 * the longer, so that what always fails takes ever less from the others.
 */
export async function letRest(
  db: Kysely<BillingTables>,
  sqlNow: SqlNow,
  ids: readonly Uuid[],
): Promise<void> {
  await sql`
    update subscriptions
       set leased_until = clock_timestamp() + least(greatest(
             (${sqlNow()} - due_at) / 4, ${REST_SECONDS.min} * interval '1 second'),
             ${REST_SECONDS.max} * interval '1 second')
     where id = any(${ids}::uuid[])`.execute(db);
}

/** Leases go by the real time, whatever time subscriptions live by. */
function leaseEnd(seconds: number) {
  return sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
}
