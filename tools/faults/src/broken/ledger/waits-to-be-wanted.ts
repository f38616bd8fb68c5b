import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WRITER_LIMITS } from '@florin/ledger/src/writer-limits.ts';

const { FLORIN_DATA_DIR = '', LEDGER_HTTP_PORT = '' } = process.env;
const file = join(FLORIN_DATA_DIR, 'wanted-ledgers');

/** Simulates a replica that the autoscaler has not started. Without a file all are wanted. */
const isWanted = () =>
  !existsSync(file) || readFileSync(file, 'utf8').split(',').includes(LEDGER_HTTP_PORT);

while (!isWanted()) await pause(100);
// Small batches, so that two processors can fill several ledgers.
Object.assign(WRITER_LIMITS, { batchMax: 4 });
await import('@florin/ledger/src/main.ts');
