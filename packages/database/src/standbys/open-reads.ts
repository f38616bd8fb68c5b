import type { Pool } from 'pg';
import { type DatabaseConfig, openPool } from '../connection/open-database.ts';
import { type Reads, type ReadsMeter, spreadReads } from './spread-reads.ts';
import { makeStandby } from './standby.ts';

export interface StandbyConfig {
  readonly urls: readonly string[];
  /** Maximum age of data read with a position. */
  readonly lagMaxMs: number;
}

/** A slow or absent standby must leave the primary time to answer. */
const STANDBY_TIMEOUTS = {
  connectionTimeoutMillis: 300,
  statement_timeout: 700,
  // Also covers a server that hangs and so cannot cut the statement off.
  query_timeout: 800,
};

/** Opens the standbys of a database. */
export function openReads(
  primary: Pool,
  database: DatabaseConfig,
  { urls, lagMaxMs }: StandbyConfig,
  onError: (error: Error) => void,
  meter: ReadsMeter,
): Reads {
  const { statement_timeout: _, ...pooled } = STANDBY_TIMEOUTS;
  const timeouts = database.isPooled ? pooled : STANDBY_TIMEOUTS;
  const standbys = urls.map((url) => {
    const open = () => openPool({ ...database, url }, onError, {}, timeouts);
    return makeStandby(new URL(url).host, primary, open);
  });
  return spreadReads(primary, standbys, lagMaxMs, meter);
}
