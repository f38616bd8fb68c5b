import {
  type Column,
  executeNamed,
  insertRows,
  namesOf,
  saveRowsIn,
  toArrayText,
  toIdArray,
  unnestOf,
} from '@florin/database';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Found } from '../domain/search.ts';
import type { ConsoleTables } from '../schema.ts';

type Tx = Transaction<ConsoleTables>;
type Objects = Selectable<ConsoleTables['objects']>;
type Word = ConsoleTables['words'];

/** Stored objects by ID. */
export type KnownObjects = ReadonlyMap<string, Pick<Objects, 'sequence' | 'terms'>>;

/**
 * Stored state of these objects. Stable until the transaction ends: only the lease holder of their
 * source writes it.
 */
export async function findKnown(tx: Tx, ids: readonly string[]): Promise<KnownObjects> {
  const rows = await executeNamed(
    tx,
    sql<Pick<Objects, 'id' | 'sequence' | 'terms'>>`
    select found.* from unnest(${toIdArray(ids)}::uuid[]) as asked (id)
      cross join lateral (select id, sequence, terms from objects where id = asked.id offset 0) found`,
  );
  return new Map(rows.map(({ id, ...object }) => [id, object]));
}

/** Stores objects that are newer than the stored ones. */
export async function saveFound(
  tx: Tx,
  known: KnownObjects,
  found: readonly Found[],
): Promise<void> {
  // Ordered by ID, so that two batches over the same objects cannot deadlock.
  const inOrder = found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await saveRowsIn(tx, OBJECTS, inOrder);
  const before = ({ id }: Found) => known.get(id)?.terms ?? [];
  await deleteWords(
    tx,
    inOrder.flatMap((one) => wordsOf(one, before(one), one.terms)),
  );
  await saveRowsIn(
    tx,
    WORDS,
    inOrder.flatMap((one) => wordsOf(one, one.terms, before(one))),
  );
}

/** Rows of `words` for the terms of an object that are not among the other terms. */
function wordsOf(
  { id, accountId }: Found,
  terms: readonly string[],
  others: readonly string[],
): readonly Word[] {
  return terms
    .filter((term) => !others.includes(term))
    .map((term) => ({ account_id: accountId, term, object_id: id }));
}

const columns: readonly Column<Found>[] = [
  ['id', 'uuid', ({ id }) => id],
  ['kind', 'text', ({ kind }) => kind],
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['sequence', 'bigint', ({ sequence }) => sequence],
  ['title', 'text', ({ title }) => title],
  ['detail', 'text', ({ detail }) => detail],
  ['amount', 'bigint', ({ amount }) => amount],
  ['currency', 'text', ({ currency }) => currency],
  ['status', 'text', ({ status }) => status],
  ['terms', 'text', ({ terms }) => toArrayText(terms)],
  ['is_gone', 'boolean', ({ isGone }) => isGone],
  ['customer_id', 'uuid', ({ customerId }) => customerId],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt.getTime()],
];

const OBJECTS = {
  name: 'save-objects',
  columns,
  text: `
    insert into objects as known (${namesOf(columns)})
    select ${namesOf(columns).replace('terms', 'terms::text[]')} from ${unnestOf(columns)}
    on conflict (id) do update
       set sequence = excluded.sequence, title = excluded.title, detail = excluded.detail,
           amount = excluded.amount, currency = excluded.currency, status = excluded.status,
           terms = excluded.terms, is_gone = excluded.is_gone,
           customer_id = excluded.customer_id
     where known.sequence < excluded.sequence`,
};

const insertWords = insertRows<Word>('words', [
  ['account_id', 'uuid', ({ account_id }) => account_id],
  ['term', 'text', ({ term }) => term],
  ['object_id', 'uuid', ({ object_id }) => object_id],
]);
const WORDS = { ...insertWords, text: `${insertWords.text} on conflict do nothing` };

async function deleteWords(tx: Tx, gone: readonly Word[]): Promise<void> {
  if (gone.length === 0) return;
  await sql`
    delete from words
     using unnest(${gone.map(({ term }) => term)}::text[],
                  ${gone.map(({ object_id }) => object_id)}::uuid[]) as gone (term, object_id)
     where words.term = gone.term and words.object_id = gone.object_id`.execute(tx);
}
