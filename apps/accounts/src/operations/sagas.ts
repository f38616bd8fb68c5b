import { makeSaga } from '@florin/database';
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../store/schema.ts';
import type { SagaCalls } from './calls.ts';
import { closingSaga } from './closing.ts';
import { openingSaga } from './opening.ts';
import { updatingSaga } from './updating.ts';

const RUNS_MAX = 100;

/** All work that spans services, and what takes up the runs that were cut off. */
export function makeSagas(db: Kysely<AccountsTables>, calls: SagaCalls) {
  const opening = makeSaga(db, openingSaga(calls));
  const updating = makeSaga(db, updatingSaga(db, calls));
  const closing = makeSaga(db, closingSaga(db, calls));
  return {
    beginOpening: opening.begin,
    beginUpdate: updating.begin,
    beginClosing: closing.begin,
    /** Returns how many runs were brought to their end; one that fails does not stop the others. */
    async resume(): Promise<number> {
      const outcomes = await Promise.allSettled(
        [opening, updating, closing].map(({ resume }) => resume(RUNS_MAX)),
      );
      const failure = outcomes.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
      return outcomes.reduce(
        (sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0),
        0,
      );
    },
  };
}
