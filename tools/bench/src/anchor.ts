import {
  findPgbench,
  type OnProgress,
  type Pgbench,
  pgbenchEnvironment,
} from '@florin/local-servers';
import { queryOnce } from '@florin/system-kit';
import { createDatabase } from './create-database.ts';
import { runChild } from './run-child.ts';

const DATABASE = 'anchor';
const CLIENTS = 16;
const THREADS = 2;

export interface Anchor {
  readonly version: string;
  /** Transactions a second of pgbench's own load, measured now. */
  measure(): Promise<number>;
}

export interface AnchorOptions {
  /** As superuser. */
  readonly serverUrl: string;
  readonly scale: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly say: OnProgress;
}

/**
 * The reference for all figures: pgbench's TPC-B on the same Postgres, in a separate database. It
 * is vacuumed once, after filling.
 */
export async function openAnchor(options: AnchorOptions): Promise<Anchor> {
  const { serverUrl, scale, seconds, signal, say } = options;
  const pgbench = await findPgbench({ onProgress: say, signal });
  const url = new URL(await createDatabase(serverUrl, DATABASE));
  const run = (...flags: readonly string[]) => runPgbench(pgbench, url, flags, signal);
  await run('-i', '-q', '-s', String(scale));
  await checkpoint(serverUrl);
  return {
    version: pgbench.version,
    async measure() {
      const wholeSeconds = String(Math.max(1, Math.round(seconds)));
      const flags = ['-n', '-c', String(CLIENTS), '-j', String(THREADS), '-T', wholeSeconds];
      const output = await run(...flags);
      const tps = /^tps = ([\d.]+) \(without initial/m.exec(output)?.[1];
      if (tps === undefined) throw new Error(`pgbench printed no rate:\n${output}`);
      return Number(tps);
    },
  };
}

/**
 * Lets Postgres recycle the WAL files of the fill, as in a database that has run for a while. A new
 * one zero-fills files first, and all commits wait some 50 ms.
 */
const checkpoint = (serverUrl: string) => queryOnce(serverUrl, 'checkpoint');

function runPgbench(
  pgbench: Pgbench,
  { hostname, port, username, password, pathname }: URL,
  flags: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  return runChild(pgbench.path, [...flags, pathname.slice(1)], {
    signal,
    env: {
      ...pgbenchEnvironment(pgbench),
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
    },
  });
}
