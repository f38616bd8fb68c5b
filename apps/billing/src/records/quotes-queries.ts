import type { Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { Quote } from '../domain/quote.ts';
import { fromJsonText, toJsonText } from '../json-text.ts';
import type { BillingTables } from '../schema.ts';

export async function insertQuote(db: Kysely<BillingTables>, quote: Quote): Promise<void> {
  await db
    .insertInto('quotes')
    .values({ id: quote.id, subscription_id: quote.subscriptionId, body: toJsonText(quote) })
    .execute();
}

/** The quote with this id, if it belongs to this subscription and has not long expired. */
export async function findQuote(
  db: Kysely<BillingTables>,
  subscriptionId: Uuid,
  id: Uuid,
): Promise<Quote | undefined> {
  const row = await db
    .selectFrom('quotes')
    .select('body')
    .where('id', '=', id)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row && fromJsonText<Quote>(row.body);
}

/** Deletes quotes that expired long ago, including quotes of a test clock that was not advanced. */
export async function deleteOldQuotes(
  db: Kysely<BillingTables>,
  keptDays: number,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from quotes where id in
      (select id from quotes where created_at < now() - ${keptDays} * interval '1 day'
        order by created_at limit ${rowsMax})`.execute(tx),
  );
}
