import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';

/** Where work reads instead of on the primary. */
export interface ReadPlace {
  /** @throws what means that it cannot be read there */
  acquire(): Promise<DatabaseConnection>;
}

/** Every connection that work takes from a service's database within it is one of this place. */
export const readPlace = new AsyncLocalStorage<ReadPlace>();
