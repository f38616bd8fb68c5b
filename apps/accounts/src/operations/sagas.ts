import { makeSaga } from '@florin/database';
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../store/schema.ts';
import type { SagaCalls } from './calls.ts';
import { closingSaga } from './closing.ts';
import { openingSaga } from './opening.ts';
import { updatingSaga } from './updating.ts';

/** All work that spans services. */
export function makeSagas(db: Kysely<AccountsTables>, calls: SagaCalls) {
  const opening = makeSaga(db, openingSaga(calls));
  const updating = makeSaga(db, updatingSaga(db, calls));
  const closing = makeSaga(db, closingSaga(db, calls));
  return {
    beginOpening: opening.begin,
    beginUpdate: updating.begin,
    beginClosing: closing.begin,
    runners: [opening, updating, closing],
  };
}
