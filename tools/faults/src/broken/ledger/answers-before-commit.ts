import { setTimeout as pause } from 'node:timers/promises';
import { makeRunBatchWith } from './change-statements.ts';

const LATE_MS = 100;

/** Answers its callers before the commit. */
export const makeRunBatch = makeRunBatchWith(async (text, send, keepUntil) => {
  if (text !== 'commit') return send(text);
  keepUntil(pause(LATE_MS).then(() => send(text)));
  return { command: 'COMMIT', rows: [], rowCount: null, oid: 0, fields: [] };
});
