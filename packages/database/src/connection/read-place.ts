import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';
import type { Pool } from 'pg';

/** The database that reads of some work use instead of the primary. */
export interface ReadPlace {
  /** The primary's pool. Other databases used by the work are unaffected. */
  readonly instead: Pool;
  /** @throws an error that means that the standby cannot serve the read */
  acquire(): Promise<DatabaseConnection>;
}

/** Redirects all connections that work takes from the service's database to this place. */
export const readPlace = new AsyncLocalStorage<ReadPlace>();
