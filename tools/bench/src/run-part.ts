import { join } from 'node:path';
import { findCommit } from '@florin/launcher/src/find-commit.ts';
import { makeProgress } from '@florin/system-kit';
import { openAnchor } from './anchor.ts';
import type { Arguments } from './arguments.ts';
import { describeMachine, postgresVersion, watchStolen } from './machine.ts';
import { choosePlace, withPostgres } from './own-postgres.ts';
import { costPart } from './parts/cost.ts';
import { edgePart } from './parts/edge.ts';
import { historyPart } from './parts/history.ts';
import { idlePart } from './parts/idle.ts';
import { isolationPart } from './parts/isolation.ts';
import { loadPart } from './parts/load.ts';
import { objectsPart } from './parts/objects.ts';
import type { Part, World } from './parts/part.ts';
import { passwordsPart } from './parts/passwords.ts';
import { renewalsPart } from './parts/renewals.ts';
import { replicasPart } from './parts/replicas.ts';
import { searchPart } from './parts/search.ts';
import { submitPart } from './parts/submit.ts';
import { type PartResult, summarise } from './results.ts';
import { runRounds } from './rounds.ts';
import type { PartName } from './row.ts';

const root = join(import.meta.dirname, '../../..');

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
  idle: idlePart,
  objects: objectsPart,
  search: searchPart,
};

/** Measures one part on its own Postgres. */
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
    const { postgresSettings: settings } = part;
    return await withPostgres({ folder: place.folder, settings, signal }, async (serverUrl) => {
      const dataDir = place.folder;
      const world: World = { serverUrl, dataDir, seed, seconds, history, signal, step, say };
      const anchor = await openAnchor({ ...world, scale });
      const { measured, versions, statements, stolen } = await measure(
        part,
        world,
        rounds,
        anchor.measure,
      );
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
        stolen_percent: stolen,
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
    const stolen = watchStolen();
    const measured = await runRounds({ rounds, anchor: anchorNow, measure: opened.measure });
    const statements = [...(opened.statements?.() ?? [])];
    return { measured, versions: opened.versions, statements, stolen: stolen() };
  } finally {
    await opened.close();
  }
}
