import { type RawBuilder, sql } from 'kysely';

/** Filters that all lists share. */
export interface Bounds {
  /** Creation time in milliseconds since 1970, inclusive. */
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
  /** Whether the account is live. */
  readonly livemode?: boolean | undefined;
  /** Amount in minor units, inclusive. */
  readonly amountMin?: bigint | undefined;
  readonly amountMax?: bigint | undefined;
}

/** Largest instant that a Date can hold. */
const LAST_MS = 8.64e15;

/**
 * Condition on `created_at`, which clients see in whole milliseconds, and on the account's mode.
 * Ids of live accounts are UUIDs of version 8.
 */
export function withinBounds(
  { createdAfter, createdBefore, livemode, amountMin, amountMax }: Bounds,
  accountColumn = 'account_id',
): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (createdAfter !== undefined) conditions.push(sql`created_at >= ${new Date(createdAfter)}`);
  if (createdBefore !== undefined)
    conditions.push(sql`created_at < ${new Date(Math.min(createdBefore + 1, LAST_MS))}`);
  if (livemode !== undefined)
    conditions.push(
      sql`(get_byte(uuid_send(${sql.ref(accountColumn)}), 6) >> 4 = 8) = ${livemode}`,
    );
  if (amountMin !== undefined) conditions.push(sql`amount >= ${amountMin}`);
  if (amountMax !== undefined) conditions.push(sql`amount <= ${amountMax}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}
