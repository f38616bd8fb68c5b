import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';
import type { Pool } from 'pg';

/** Where work reads instead of on the primary. */
export interface ReadPlace {
  /** The primary's. What else the work reads from is read where it is. */
  readonly instead: Pool;
  /** @throws what means that it cannot be read there */
  acquire(): Promise<DatabaseConnection>;
}

/** Every connection that work takes from a service's database within it is one of this place. */
export const readPlace = new AsyncLocalStorage<ReadPlace>();
