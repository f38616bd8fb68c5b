import { type Selectable, sql, type Transaction } from 'kysely';
import type { ConsoleTables } from '../schema.ts';
import type { Found } from './model.ts';

type Tx = Transaction<ConsoleTables>;

/** Keeps what is newer than what is known of each object. */
export async function saveFound(tx: Tx, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  // In id order, so that two batches over the same objects cannot deadlock.
  const inOrder = found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const before = await termsBefore(tx, inOrder);
  const written = new Set(await upsert(tx, inOrder));
  const changed = inOrder.filter(
    ({ id, terms }) => written.has(id) && before.get(id)?.join('\n') !== terms.join('\n'),
  );
  const known = changed.filter(({ id }) => before.has(id)).map(({ id }) => id);
  if (known.length > 0)
    await sql`delete from words where object_id = any(${known}::uuid[])`.execute(tx);
  const words = changed.flatMap(({ id, accountId, terms }) =>
    terms.map((term) => ({ account_id: accountId, term, object_id: id })),
  );
  if (words.length > 0)
    await sql`
      insert into words (account_id, term, object_id)
      select account_id, term, object_id
        from json_to_recordset(${JSON.stringify(words)}::json)
             as new (account_id uuid, term text, object_id uuid)
      on conflict do nothing`.execute(tx);
}

async function termsBefore(
  tx: Tx,
  found: readonly Found[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<Pick<Selectable<ConsoleTables['objects']>, 'id' | 'terms'>>`
    select id, terms from objects where id = any(${found.map(({ id }) => id)}::uuid[])
     order by id for update`.execute(tx);
  return new Map(rows.map(({ id, terms }) => [id, terms]));
}

/** The ids of those that were not known, or not that well. */
async function upsert(tx: Tx, found: readonly Found[]): Promise<readonly string[]> {
  const rows = found.map(({ accountId, isGone, createdAt, ...others }) => ({
    ...others,
    ...{ account_id: accountId, is_gone: isGone, created_at: createdAt.toISOString() },
  }));
  const written = await sql<{ id: string }>`
    insert into objects as known
           (id, kind, account_id, sequence, title, detail, amount, currency, status, terms, is_gone, created_at)
    select id, kind, account_id, sequence, title, detail, amount, currency, status, terms, is_gone, created_at
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as new (id uuid, kind text, account_id uuid, sequence bigint, title text, detail text,
                   amount bigint, currency text, status text, terms text[], is_gone boolean,
                   created_at timestamptz)
    on conflict (id) do update
       set sequence = excluded.sequence, title = excluded.title, detail = excluded.detail,
           amount = excluded.amount, currency = excluded.currency, status = excluded.status,
           terms = excluded.terms, is_gone = excluded.is_gone
     where known.sequence < excluded.sequence
    returning id`.execute(tx);
  return written.rows.map(({ id }) => id);
}
