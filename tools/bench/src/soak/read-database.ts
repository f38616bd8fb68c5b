import { Client } from 'pg';
import { parentOf } from '../cost/processors.ts';
import type { DatabaseState, TableState } from './sample.ts';

const TABLES_MAX = 12;

const BYTES = `
  select n.nspname as schema, sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'm') and n.nspname = any($1)
   group by 1 order by 1`;

/** Uses statistics of Postgres: counting rows would be a load of its own. */
const TOTALS = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
         (select sum(n_tup_ins)::float8 from pg_stat_user_tables
           where schemaname = 'ledger' and relname ~ '^transactions(_|$)') as transactions`;

/** Computed like autovacuum: from the settings of the table, or else of the server. */
const TABLES = `
  select s.schemaname || '.' || s.relname as name, n_dead_tup::float8 as "deadRows",
         (n_tup_upd + n_tup_del)::float8 as changes, autovacuum_count::float8 as autovacuums,
         to_char(last_autovacuum at time zone 'UTC', 'HH24:MI:SS') as "lastAutovacuum",
         least(setting.most, setting.least + setting.share * greatest(c.reltuples, 0))::float8
           as threshold
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid,
         lateral (
           select coalesce(max(option_value::float8) filter (
                    where option_name = 'autovacuum_vacuum_threshold'),
                    current_setting('autovacuum_vacuum_threshold')::float8) as least,
                  coalesce(max(option_value::float8) filter (
                    where option_name = 'autovacuum_vacuum_scale_factor'),
                    current_setting('autovacuum_vacuum_scale_factor')::float8) as share,
                  coalesce(max(option_value::float8) filter (
                    where option_name = 'autovacuum_vacuum_max_threshold'),
                    -- Postgres 18 is the first to have it.
                    current_setting('autovacuum_vacuum_max_threshold', true)::float8) as most
             from pg_options_to_table(c.reloptions)) setting
   where n_tup_upd + n_tup_del > 0
   order by changes desc limit ${TABLES_MAX}`;

export interface DatabaseWatch {
  read(): Promise<DatabaseState>;
  /** Autovacuum's nap time. */
  readonly napSeconds: number;
  /** The parent process of all sessions. */
  readonly postmaster: number;
  close(): Promise<void>;
}

export async function watchDatabase(
  databaseUrl: string,
  schemas: readonly string[],
): Promise<DatabaseWatch> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const first = await client.query<{ pid: number; nap: number }>(
    `select pg_backend_pid() as pid, extract(epoch from
            current_setting('autovacuum_naptime')::interval)::float8 as nap`,
  );
  const { pid = 0, nap = 0 } = first.rows[0] ?? {};
  return {
    napSeconds: nap,
    postmaster: await parentOf(pid),
    async read() {
      const bytes = await client.query<{ schema: string; bytes: number }>(BYTES, [schemas]);
      const totals = await client.query<{ walBytes: number; transactions: number }>(TOTALS);
      const tables = await client.query<TableState>(TABLES);
      const { walBytes = 0, transactions = 0 } = totals.rows[0] ?? {};
      return {
        bytes: Object.fromEntries(bytes.rows.map(({ schema, bytes: size }) => [schema, size])),
        walBytes,
        transactions,
        tables: tables.rows,
      };
    },
    close: () => client.end(),
  };
}
