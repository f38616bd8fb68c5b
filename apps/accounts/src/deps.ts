import type { System } from '@florin/service';
import type { Calls } from './calls.ts';
import type { Sagas } from './sagas.ts';
import type { Db } from './schema.ts';

/** Dependencies of operations, created at the start of the service. */
export interface Deps {
  readonly db: Db;
  /** Health of the service. */
  readonly system: System;
  readonly calls: Calls;
  readonly sagas: Sagas;
}
