import { type Kysely, sql } from 'kysely';
import type { LedgerTables } from './schema.ts';

/** For how many seconds the hold that is due longest has been due; 0 when none is. */
export async function measureHolds(db: Kysely<LedgerTables>): Promise<number> {
  const { rows } = await sql<{ lag: string | null }>`
    select extract(epoch from clock_timestamp() - due_at) as lag from transactions
     where status = 'pending' and due_at <= clock_timestamp()
     order by due_at limit 1`.execute(db);
  return Number(rows[0]?.lag ?? 0);
}

/** For how many days partitions are there; names say what they hold: a month or a day. */
export async function measurePartitions(
  db: Kysely<LedgerTables>,
): Promise<readonly { readonly table: string; readonly days: number }[]> {
  const { rows } = await sql<{ table: string; ahead: string }>`
    select parent as table, extract(epoch from max(ends) - timezone('UTC', now())) as ahead
      from (select parent.relname as parent,
                   case when parent.relname = 'replies'
                        then to_date(right(child.relname, 10), 'YYYY_MM_DD') + interval '1 day'
                        else to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month'
                   end as ends
              from pg_inherits
              join pg_class parent on parent.oid = inhparent
              join pg_class child on child.oid = inhrelid
             where parent.relkind = 'p' and parent.relnamespace = 'ledger'::regnamespace) parts
     group by parent`.execute(db);
  return rows.map(({ table, ahead }) => ({ table, days: Number(ahead) / 86_400 }));
}
