import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { childrenOf } from '../cost/processors.ts';
import { diskBytesOf } from '../soak/read-machine.ts';

const BYTES_PER_KB = 1_024;
const BYTES_PER_MB = 1_000_000;

/** Totals of Postgres and NATS since their start. */
export interface State {
  readonly walBytes: number;
  readonly fullPageImages: number;
  /** Calls of fsync for WAL, then for data files, by all processes of Postgres. */
  readonly walSyncs: number;
  readonly dataSyncs: number;
  readonly walWrites: number;
  readonly dataWrites: number;
  /** Size of the databases; of the files that NATS keeps. */
  readonly databaseBytes: number;
  readonly natsBytes: number;
  /** Bytes that NATS has sent to its files. */
  readonly natsWritten: number;
}

/** `pg_stat_io` counts the WAL since Postgres 18. Sessions report their counts every second, or once they rest. */
const STATE = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
         (select wal_fpi::float8 from pg_stat_wal) as "fullPageImages",
         sum(fsyncs) filter (where object = 'wal')::float8 as "walSyncs",
         sum(fsyncs) filter (where object <> 'wal')::float8 as "dataSyncs",
         sum(writes) filter (where object = 'wal')::float8 as "walWrites",
         sum(writes) filter (where object <> 'wal')::float8 as "dataWrites",
         (select sum(pg_database_size(oid))::float8 from pg_database) as "databaseBytes"
    from pg_stat_io`;

export async function readState(
  client: Client,
  nats: { readonly pid: number; readonly folder: string },
): Promise<State> {
  const { rows } = await client.query<Omit<State, 'natsBytes' | 'natsWritten'>>(STATE);
  const [row] = rows;
  if (!row) throw new Error('Postgres keeps no counts');
  const io = await readFile(`/proc/${nats.pid}/io`, 'utf8');
  const natsWritten = Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]);
  return { ...row, natsBytes: diskBytesOf(nats.folder), natsWritten };
}

/** Memory of a process and its children in MB: pages that several of them share are counted once. */
export async function proportionalMbOf(pid: number): Promise<number> {
  const family = [pid, ...(await childrenOf(pid))];
  const each = family.map(async (member) => {
    const text = await readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => '');
    return (Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * BYTES_PER_KB) / BYTES_PER_MB;
  });
  return (await Promise.all(each)).reduce((sum, mb) => sum + mb, 0);
}
