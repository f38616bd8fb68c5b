import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchParent } from '@florin/local-servers';
import { type Caller, makePeople } from './clients/people.ts';
import { reachLedgers } from './clients/reach-ledgers.ts';
import { type Florin, startFlorin } from './florin/start-florin.ts';
import { makeRandom } from './random.ts';
import type { Counts, Described, LiveRow, Outcome, PureRow, Row, Run } from './row.ts';

export interface Settings {
  readonly seed: number;
  readonly isFull: boolean;
  readonly testReport?: string | undefined;
  /** A row that takes longer has failed. */
  readonly runMsMax: number;
  /** The work of a short count; tests reduce it. */
  readonly shorten?: (count: number) => number;
  readonly signal: AbortSignal;
  readonly progress: (row: Row, isControl: boolean, done: number, all: number) => void;
  readonly onFlorin: (florin: Florin) => Promise<void>;
}

export interface Ran {
  readonly row: Described;
  /** Undefined if the run failed; `error` says why. */
  readonly sound: Outcome | undefined;
  readonly broken: Outcome | undefined;
  readonly error: Error | undefined;
  /** Duration of the sound run. */
  readonly seconds: number;
}

/** Runs a row on the sound Florin and then on the broken one. Any error fails the row. */
export async function runRow(row: Row, settings: Settings): Promise<Ran> {
  const outcomes: Outcome[] = [];
  let seconds = 0;
  const run = async (isControl: boolean, work: (run: Run) => Promise<Outcome>) => {
    const startedAt = performance.now();
    outcomes.push(await bounded(work(prepare(row, isControl, settings)), settings));
    if (!isControl) seconds = (performance.now() - startedAt) / 1_000;
  };
  let error: Error | undefined;
  try {
    await (row.florin === undefined ? runPure(row, run) : runLive(row, settings, run));
  } catch (thrown) {
    if (settings.signal.aborted) throw thrown;
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  }
  const [sound, broken] = outcomes;
  return { row, sound, broken, error, seconds };
}

type RunOnce = (isControl: boolean, work: (run: Run) => Promise<Outcome>) => Promise<void>;

async function runPure(row: PureRow, run: RunOnce): Promise<void> {
  await run(false, row.run);
  await run(true, row.run);
}

async function runLive(row: LiveRow, settings: Settings, run: RunOnce): Promise<void> {
  const journals = await mkdtemp(join(scratchParent(), 'florin-journals-'));
  const florin = await startFlorin(row.florin, settings.signal);
  try {
    await settings.onFlorin(florin);
    const people = makePeople(florin.url);
    let callers: Promise<readonly Caller[]> | undefined;
    const reach = () => {
      callers ??= reachLedgers(florin, people);
      return callers;
    };
    const live = async (name: string, once: Run) => {
      const folder = join(journals, name);
      await mkdir(folder);
      return row.run({ ...once, florin, people, folder, reachLedgers: reach });
    };
    await run(false, (once) => live('sound', once));
    if (row.broken) await florin.use(row.broken);
    await run(true, (once) => live('control', once));
  } finally {
    await florin.stop();
    await rm(journals, { recursive: true });
  }
}

function prepare(row: Row, isControl: boolean, settings: Settings): Run {
  const { seed, isFull, testReport, shorten = (count) => count } = settings;
  return {
    isControl,
    isFull,
    random: makeRandom(seed),
    testReport: isControl ? undefined : testReport,
    count: ({ short, full, control = short }: Counts) =>
      isFull && !isControl ? full : shorten(isControl ? control : short),
    progress: (done, all) => settings.progress(row, isControl, done, all),
  };
}

/** A run that exceeds its time, or is stopped, is abandoned. */
async function bounded(
  work: Promise<Outcome>,
  { runMsMax, signal }: Pick<Settings, 'runMsMax' | 'signal'>,
): Promise<Outcome> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(
    () => reject(new Error(`it had not ended after ${runMsMax / 1_000} s`)),
    runMsMax,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
