import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommit } from '@florin/launcher/src/find-commit.ts';
import { freePort, spawnPostgres } from '@florin/local-servers';
import { makeProgress } from '@florin/system-kit';
import { openAnchor } from './anchor.ts';
import type { Arguments } from './arguments.ts';
import { describeMachine, postgresVersion } from './machine.ts';
import { costPart } from './parts/cost.ts';
import { edgePart } from './parts/edge.ts';
import { historyPart } from './parts/history.ts';
import { isolationPart } from './parts/isolation.ts';
import { loadPart } from './parts/load.ts';
import type { Part, World } from './parts/part.ts';
import { passwordsPart } from './parts/passwords.ts';
import { renewalsPart } from './parts/renewals.ts';
import { replicasPart } from './parts/replicas.ts';
import { submitPart } from './parts/submit.ts';
import { type PartResult, summarise } from './results.ts';
import { runRounds } from './rounds.ts';
import type { PartName } from './rows.ts';

const root = join(import.meta.dirname, '../../..');

const LEAVING = { maxRetries: 20, retryDelay: 250 };

const parts: Readonly<Record<PartName, Part>> = {
  submit: submitPart,
  load: loadPart,
  cost: costPart,
  edge: edgePart,
  passwords: passwordsPart,
  renewals: renewalsPart,
  replicas: replicasPart,
  isolation: isolationPart,
  history: historyPart,
};

/** Measures one part on a Postgres of its own. */
export async function runPart(
  name: PartName,
  wanted: Arguments,
  stopped: AbortSignal,
): Promise<PartResult> {
  const over = new AbortController();
  const signal = AbortSignal.any([stopped, over.signal]);
  const { rounds, seconds, seed, scale, history } = wanted;
  const part = parts[name];
  const progress = makeProgress(process.stderr);
  const steps = 2 + rounds * (part.stepsPerRound + 1);
  let done = 0;
  const step = (what: string) => progress.show(`${name}: ${what}`, done++, steps);
  const { say } = progress;
  step('starting Postgres');
  const place = await choosePlace(wanted.keep && name === 'history');
  try {
    return await withPostgres(place.folder, part, signal, async (serverUrl) => {
      const dataDir = place.folder;
      const world: World = { serverUrl, dataDir, seed, seconds, history, signal, step, say };
      const anchor = await openAnchor({ ...world, scale });
      const { measured, versions, statements } = await measure(part, world, rounds, anchor.measure);
      return {
        measured_at: new Date().toISOString(),
        commit: (await findCommit(root)) ?? null,
        machine: describeMachine(),
        versions: {
          node: process.version.slice(1),
          postgres: await postgresVersion(serverUrl),
          pgbench: anchor.version,
          ...versions,
        },
        settings: { seconds, seed, scale, history },
        ...summarise(measured),
        statements,
      };
    });
  } finally {
    over.abort(new Error('the part is over'));
    progress.end();
    await place.leave();
  }
}

async function measure(part: Part, world: World, rounds: number, anchor: () => Promise<number>) {
  const opened = await part.open(world);
  try {
    const anchorNow = () => {
      world.step('pgbench');
      return anchor();
    };
    const measured = await runRounds({ rounds, anchor: anchorNow, measure: opened.measure });
    const statements = [...(opened.statements?.() ?? [])];
    return { measured, versions: opened.versions, statements };
  } finally {
    await opened.close();
  }
}

/** Not in the system's folder for such things: that may lie in memory, where fsync costs nothing. */
async function choosePlace(isKept: boolean) {
  const base = join(root, '.florin');
  await mkdir(base, { recursive: true, mode: 0o711 });
  const folder = isKept ? join(base, 'bench-history') : await mkdtemp(join(base, 'bench-'));
  await mkdir(folder, { recursive: true });
  // As root, Postgres runs as somebody else, who has to get in.
  await chmod(folder, 0o711);
  return {
    folder,
    leave: async () => {
      // Where Postgres had to be killed, its processes still end, and write, for a while.
      if (!isKept) await rm(folder, { recursive: true, force: true, ...LEAVING });
    },
  };
}

async function withPostgres<Result>(
  folder: string,
  { postgresSettings: settings }: Part,
  signal: AbortSignal,
  work: (serverUrl: string) => Promise<Result>,
): Promise<Result> {
  const postgres = await spawnPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: await passwordIn(folder),
    ...(settings && { settings }),
    signal,
  });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Data that is kept is opened with the password that it was made with. */
async function passwordIn(folder: string): Promise<string> {
  const path = join(folder, 'password');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const password = randomBytes(12).toString('hex');
  await writeFile(path, password, { mode: 0o600 });
  return password;
}
