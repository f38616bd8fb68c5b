import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommit } from '@florin/launcher/src/find-commit.ts';
import { freePort, spawnPostgres } from '@florin/local-servers';
import { openAnchor } from './anchor.ts';
import type { Arguments } from './arguments.ts';
import { describeMachine, postgresVersion } from './machine.ts';
import type { Part, World } from './parts/part.ts';
import { submitPart } from './parts/submit.ts';
import { makeProgress } from './progress.ts';
import { type PartResult, summarise } from './results.ts';
import { runRounds } from './rounds.ts';
import type { PartName } from './rows.ts';

const parts: Partial<Readonly<Record<PartName, Part>>> = { submit: submitPart };

export interface Place {
  readonly root: string;
  readonly signal: AbortSignal;
}

/** Measures one part on a fresh Postgres, which is gone afterwards. */
export async function runPart(
  name: PartName,
  wanted: Arguments,
  { root, signal }: Place,
): Promise<PartResult> {
  // Not in the system's folder for such things: that may lie in memory, where fsync costs nothing.
  const base = join(root, '.florin');
  await mkdir(base, { recursive: true, mode: 0o711 });
  const dataDir = await mkdtemp(join(base, 'bench-'));
  try {
    await chmod(dataDir, 0o711);
    return await measureIn(name, wanted, { root, signal, dataDir });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureIn(
  name: PartName,
  { rounds, seconds, seed, scale }: Arguments,
  { root, signal, dataDir }: Place & { readonly dataDir: string },
): Promise<PartResult> {
  const part = parts[name];
  if (part === undefined) throw new Error(`${name} cannot be measured yet`);
  const progress = makeProgress(process.stderr, 2 + rounds * (part.stepsPerRound + 1));
  const step = (what: string) => progress.step(`${name}: ${what}`);
  step('starting Postgres');
  const postgres = await spawnPostgres({
    dataDir: join(dataDir, 'postgres'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    signal,
  });
  try {
    const world: World = { serverUrl: postgres.url, dataDir, seed, seconds, signal, step };
    const anchor = await openAnchor({ ...world, scale, say: progress.say });
    const opened = await part.open(world);
    try {
      const measured = await runRounds({
        rounds,
        anchor: () => {
          step('pgbench');
          return anchor.measure();
        },
        measure: opened.measure,
      });
      const result: PartResult = {
        measured_at: new Date().toISOString(),
        commit: (await findCommit(root)) ?? null,
        machine: describeMachine(),
        versions: {
          node: process.version.slice(1),
          postgres: await postgresVersion(postgres.url),
          pgbench: anchor.version,
        },
        settings: { seconds, seed, scale },
        ...summarise(measured),
      };
      progress.end();
      return result;
    } finally {
      await opened.close();
    }
  } finally {
    progress.end();
    await postgres.stop();
  }
}
