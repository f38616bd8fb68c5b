import { makeRunBatchWith } from './change-statements.ts';

/** Waits for a lock for as long as somebody else has it. */
export const makeRunBatch = makeRunBatchWith((text, send) =>
  send(text === 'begin' ? 'begin; set local lock_timeout = 0' : text),
);
