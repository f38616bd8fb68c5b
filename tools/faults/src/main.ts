/**
 * Hurts Florin and looks whether it holds:
 *
 *   npm run faults
 *
 * Each row is run on a Florin of its own and then, as its control, on one with a broken part that
 * the row has to find out. Ends with exit code 0 only when every row held and every control did not.
 */
import { join } from 'node:path';
import type { Florin } from './florin/start-florin.ts';
import { parseArguments, usage } from './parse-arguments.ts';
import { makeProgress } from './progress.ts';
import { keepResults } from './report/keep-results.ts';
import { rows } from './rows/all.ts';
import { type Ran, runRow } from './run-row.ts';
import { describeVerdict, isPassed } from './verdict.ts';
import { describeProgram, describeServers } from './versions.ts';

const root = join(import.meta.dirname, '../../..');
const RUN_MS_MAX = { short: 300_000, full: 3_600_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort(new Error('stopped')));

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`faults  ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
// Clients of a row that was given up may still be waiting for answers.
setTimeout(() => process.exit(), 1_000).unref();

async function main(): Promise<number> {
  const known = rows.map(({ id }) => id);
  const { isFull, only, seed, help } = parseArguments(process.argv.slice(2), known);
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  const program = await describeProgram(root);
  say(`seed ${seed}, ${isFull ? 'full' : 'short'} counts, ${program}`);
  const progress = makeProgress(process.stderr);
  let servers: string | undefined;
  const ran: Ran[] = [];
  for (const row of rows.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const obstacle = row.florin && row.obstacle?.();
    if (obstacle) {
      say(`${row.id} skipped: ${obstacle}`);
      continue;
    }
    const one = await runRow(row, {
      seed,
      isFull,
      runMsMax: isFull ? RUN_MS_MAX.full : RUN_MS_MAX.short,
      signal: stopped.signal,
      progress: ({ id }, isControl, done, all) =>
        progress.show(`${id}${isControl ? ' control' : ''}`, done, all),
      async onFlorin(florin: Florin) {
        if (servers !== undefined) return;
        servers = await describeServers(florin);
        say(servers);
      },
    });
    progress.clear();
    say(describeVerdict(one, seed));
    for (const detail of one.sound?.details ?? []) say(`     ${detail}`);
    ran.push(one);
    await keepResults(root, [one], { seed, isFull, versions: [program, servers].join(', ') });
  }
  const failed = ran.filter((one) => !isPassed(one)).map(({ row }) => row.id);
  say(failed.length === 0 ? `all ${ran.length} rows held` : `failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}
