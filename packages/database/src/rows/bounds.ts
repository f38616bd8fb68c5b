import { type RawBuilder, sql } from 'kysely';

/** What a list is narrowed to, whatever is in it. */
export interface Bounds {
  /** When it was created: milliseconds since 1970, both included. */
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
  /** Whether real money moves in the account that it is of. */
  readonly livemode?: boolean | undefined;
  /** Of `amount`, in minor units, both included. */
  readonly amountMin?: bigint | undefined;
  readonly amountMax?: bigint | undefined;
}

/** The last instant that a Date can hold. */
const LAST_MS = 8.64e15;

/**
 * Condition on `created_at`, of which clients see whole milliseconds, and on the account, whose id says its
 * mode: those of live accounts are UUIDs of version 8.
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
