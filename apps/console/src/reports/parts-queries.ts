import type { Uuid } from '@florin/contracts';
import { type Selectable, sql } from 'kysely';
import type { ConsoleTables, Db } from '../schema.ts';
import { ofAccount } from './queries.ts';

export type RecurringPart = Selectable<ConsoleTables['recurring']>;

/** Recurring revenue of a subscription in these accounts, including one that no longer recurs. */
export async function findRecurringPart(
  db: Db,
  accountId: Uuid | 'all',
  subscriptionId: Uuid,
): Promise<RecurringPart | undefined> {
  const { rows } = await sql<RecurringPart>`
    select * from recurring
     where subscription_id = ${subscriptionId} and ${ofAccount(accountId)}`.execute(db);
  return rows[0];
}

interface PartsFilter {
  readonly accountId: Uuid | 'all';
  readonly currency: string | undefined;
  /** The last row of the previous page. */
  readonly after: RecurringPart | undefined;
}

/** Recurring subscriptions, by descending amount. */
export async function selectRecurringParts(
  db: Db,
  { accountId, currency, after }: PartsFilter,
  rowsMax: number,
): Promise<readonly RecurringPart[]> {
  const { rows } = await sql<RecurringPart>`
    select * from recurring
     where amount > 0 and ${ofAccount(accountId)}
       and ${currency === undefined ? sql`true` : sql`currency = ${currency}`}
       and ${after ? sql`(amount, subscription_id) < (${after.amount}, ${after.subscription_id})` : sql`true`}
     order by amount desc, subscription_id desc limit ${rowsMax}`.execute(db);
  return rows;
}
