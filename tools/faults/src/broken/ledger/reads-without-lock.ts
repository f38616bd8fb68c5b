import { setTimeout as pause } from 'node:timers/promises';
import { makeRunBatchWith } from './change-statements.ts';

const LATE_MS = 20;

/** Decides on balances read without a lock. */
export const makeRunBatch = makeRunBatchWith(async (text, send) => {
  const result = await send(text.replace('for no key update', ''));
  if (text.includes('for no key update')) await pause(LATE_MS);
  return result;
});
