/**
 * Runs one row in its own process, so that its computation delays no other row's clients. Exits
 * when its parent is gone.
 */
import { rows } from '../rows/all.ts';
import { runRow } from '../run-row.ts';
import { describeServers } from '../versions.ts';
import type { Message, Task } from './messages.ts';

const RUN_MS_MAX = { short: 300_000, full: 3_600_000 };

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => stopped.abort(new Error('stopped')));

const send = (message: Message) => process.send?.(message);
const { id, seed, isFull, testReport }: Task = JSON.parse(process.argv[2] ?? '{}');
const row = rows.find((one) => one.id === id);
if (!row) throw new Error(`there is no row ${id}`);

let servers: string | undefined;
const { sound, broken, error, seconds } = await runRow(row, {
  seed,
  isFull,
  testReport,
  runMsMax: isFull ? RUN_MS_MAX.full : RUN_MS_MAX.short,
  signal: stopped.signal,
  progress: (_row, isControl, done, all) => send({ kind: 'progress', isControl, done, all }),
  async onFlorin(florin) {
    servers = await describeServers(florin);
  },
}).catch((error: unknown) => {
  if (stopped.signal.aborted) process.exit(1);
  throw error;
});
send({ kind: 'ran', report: { sound, broken, error: error?.message, seconds, servers } });
process.disconnect?.();
// Clients of an abandoned row may still wait for answers.
setTimeout(() => process.exit(), 1_000).unref();
