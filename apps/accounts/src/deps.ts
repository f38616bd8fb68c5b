import type { SagaRunner } from '@florin/database';
import type { System } from '@florin/service';
import type { Calls } from './clients.ts';
import type { Closing } from './domain/closing.ts';
import type { Opening } from './domain/opening.ts';
import type { Updating } from './domain/updating.ts';
import type { Db } from './schema.ts';

/** All sagas of this service. */
export interface Sagas {
  readonly opening: SagaRunner<Opening>;
  readonly updating: SagaRunner<Updating>;
  readonly closing: SagaRunner<Closing>;
}

/** Dependencies of operations, created at the start of the service. */
export interface Deps {
  readonly db: Db;
  /** Health of the service. */
  readonly system: System;
  readonly calls: Calls;
  readonly sagas: Sagas;
}
