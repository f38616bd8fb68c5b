/**
 * `npm run bench -- --only submit`: measures Florin on a separate Postgres and writes
 * docs/benchmarks.md. Exits with 0 if it has measured, whatever the figures.
 */
import { join, resolve } from 'node:path';
import { runTool } from '@florin/system-kit';
import { type Arguments, type NamedName, parseArguments, usage } from './arguments.ts';
import { readResults, writeResults, writeSoakChart } from './keep-results.ts';
import { describePart } from './page/describe-part.ts';
import { describeSoak } from './page/describe-soak.ts';
import { withPart } from './results.ts';
import { runPart } from './run-part.ts';
import { runSoak } from './soak/run-soak.ts';

const root = join(import.meta.dirname, '../../..');

await runTool('bench', main);

async function main(signal: AbortSignal): Promise<number> {
  const wanted = parseArguments(process.argv.slice(2));
  if (wanted.help) {
    process.stdout.write(usage);
    return 0;
  }
  const folder = resolve(root, wanted.out);
  let exitCode = 0;
  for (const name of wanted.parts) {
    try {
      await measure(name, wanted, folder, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // The results of other parts remain useful.
      complain(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
      exitCode = 1;
    }
  }
  process.stdout.write(`written: ${join(folder, 'benchmarks.md')}\n`);
  return exitCode;
}

async function measure(
  name: NamedName,
  wanted: Arguments,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  if (name === 'soak') {
    const { result, samples } = await runSoak(wanted, signal);
    process.stdout.write(describeSoak(result));
    await writeSoakChart(folder, samples);
    await writeResults(folder, { ...(await readResults(folder)), soak: result });
    return;
  }
  const part = await runPart(name, wanted, signal);
  process.stdout.write(describePart(name, part));
  // After each part, so that a stop loses only the current one.
  await writeResults(folder, withPart(await readResults(folder), name, part));
}

function complain(line: string): void {
  process.stderr.write(`bench  ${line}\n`);
}
