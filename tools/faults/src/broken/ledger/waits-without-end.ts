import { makeRunBatchWith } from './change-statements.ts';

/** Waits for a lock without a timeout. */
export const makeRunBatch = makeRunBatchWith((text, send) =>
  send(text === 'begin' ? 'begin; set local lock_timeout = 0' : text),
);
