import { Client } from 'pg';
import type { StatementCost } from '../results.ts';

/** Server settings for `pg_stat_statements`. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
} as const;

const STATEMENTS_MAX = 40;
const US_PER_MS = 1_000;

/** Owner of each session; shared work of Postgres is its own. */
const BACKENDS = `
  select pid, substring(usename from '^florin_(\\w+?)(?:_owner)?$') as service, usename is null as is_own
    from pg_stat_activity where pid <> pg_backend_pid()`;

const STATEMENTS = `
  select substring(rolname from '^florin_(\\w+?)(?:_owner)?$') as sender, query as text,
         sum(calls)::float8 as calls, sum(total_exec_time)::float8 as ms
    from pg_stat_statements join pg_roles on pg_roles.oid = userid
   where rolname like 'florin\\_%'
   group by 1, 2 order by ms desc limit ${STATEMENTS_MAX}`;

export interface PostgresWatch {
  /** Processes of sessions by the connected service, and Postgres's own processes. */
  backends(): Promise<ReadonlyMap<number, string>>;
  /** Discards the statements so far. */
  reset(): Promise<void>;
  /** The most expensive statements since then, by total time. */
  statements(requests: number): Promise<readonly StatementCost[]>;
  close(): Promise<void>;
}

export const OWN_WORK = 'itself';

export async function watchPostgres(databaseUrl: string): Promise<PostgresWatch> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  return {
    async backends() {
      const { rows } = await client.query<{
        pid: number;
        service: string | null;
        is_own: boolean;
      }>(BACKENDS);
      return new Map(
        rows.flatMap(({ pid, service, is_own }) => {
          const sender = is_own ? OWN_WORK : service;
          return sender === null ? [] : [[pid, sender] as const];
        }),
      );
    },
    async reset() {
      await client.query('select pg_stat_statements_reset()');
    },
    async statements(requests) {
      const { rows } = await client.query<{
        sender: string;
        text: string;
        calls: number;
        ms: number;
      }>(STATEMENTS);
      return rows.map(({ sender, text, calls, ms }) => ({
        sender,
        text: text.replaceAll(/\s+/g, ' ').trim(),
        calls: calls / requests,
        us: (ms * US_PER_MS) / requests,
      }));
    },
    close: () => client.end(),
  };
}
