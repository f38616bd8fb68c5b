import { makeSaga } from '@florin/database';
import type { Calls } from './clients.ts';
import { closingSaga } from './closing/saga.ts';
import type { Sagas } from './deps.ts';
import { openingSaga } from './opening/saga.ts';
import type { Db } from './schema.ts';
import { updatingSaga } from './updating/saga.ts';

/** Makes the sagas of this service. */
export function makeSagas(db: Db, calls: Calls): Sagas {
  return {
    opening: makeSaga(db, openingSaga(calls)),
    updating: makeSaga(db, updatingSaga(db, calls)),
    closing: makeSaga(db, closingSaga(db, calls)),
  };
}
