import { type RawBuilder, sql } from 'kysely';

/** When what is listed was created: milliseconds since 1970, both included. */
export interface Created {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

/** The last instant that a Date can hold. */
const LAST_MS = 8.64e15;

/** Condition on `created_at`, of which clients see whole milliseconds. */
export function createdWithin({ createdAfter, createdBefore }: Created): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (createdAfter !== undefined) conditions.push(sql`created_at >= ${new Date(createdAfter)}`);
  if (createdBefore !== undefined)
    conditions.push(sql`created_at < ${new Date(Math.min(createdBefore + 1, LAST_MS))}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}
