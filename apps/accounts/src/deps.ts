import type { System } from '@florin/service';
import type { Calls } from './calls.ts';
import type { Sagas } from './sagas.ts';
import type { Db } from './schema.ts';

/** What operations work with; made once, when the service starts. */
export interface Deps {
  readonly db: Db;
  /** How the service is. */
  readonly system: System;
  readonly calls: Calls;
  readonly sagas: Sagas;
}
