import { makeSaga } from '@florin/database';
import type { Calls } from './calls.ts';
import { closingSaga } from './closing/saga.ts';
import { openingSaga } from './opening/saga.ts';
import type { Db } from './schema.ts';
import { updatingSaga } from './updating/saga.ts';

/** All sagas of this service. */
export function makeSagas(db: Db, calls: Calls) {
  return {
    opening: makeSaga(db, openingSaga(calls)),
    updating: makeSaga(db, updatingSaga(db, calls)),
    closing: makeSaga(db, closingSaga(db, calls)),
  };
}

export type Sagas = ReturnType<typeof makeSagas>;
