/** `npm run citus`: the ledger's schemas on a local Citus. Its usage lists the commands. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { helpOnExit, JSON_OPTION, runCommand } from '@florin/service/operator';
import { runTool } from '@florin/system-kit';
import { buildCitus, builtIn } from './cluster/build.ts';
import { makePartitions, migrateShards } from './shards/maintain.ts';
import { calibrate, type Measured } from './trial/cost-model.ts';
import { commitLate } from './trial/late-commit.ts';
import { runStories } from './trial/stories.ts';
import { CLIENTS, measurePlain, measureWorkers, type Throughput } from './trial/throughput.ts';
import {
  killWorker,
  moveUnannounced,
  moveUnheld,
  rebalance,
  type ShardReport,
  underLoad,
} from './trial/under-load.ts';

const root = join(import.meta.dirname, '../../..');
const target = join(root, '.tools/citus');
const SECONDS = 10;
const US_PER_MS = 1_000;
const USAGE =
  'npm run citus -- build <folder of its source> | throughput | kill | rebalance [--control] | unannounced [--control] | late [--control] | stories [<files>] | partitions <url> | migrate <url>\n';
const say = (line: string) => void process.stderr.write(`citus  ${line}\n`);
const print = (value: object) => void process.stdout.write(`${JSON.stringify(value)}\n`);

/** Trials by command, each with its control. */
const TRIALS: Readonly<Record<string, ReturnType<typeof withLoad>>> = {
  kill: withLoad(killWorker),
  rebalance: withLoad(rebalance()),
  'rebalance --control': isRed(withLoad(rebalance({ handOn: async () => undefined }))),
  unannounced: withLoad(moveUnannounced),
  'unannounced --control': isRed(withLoad(moveUnheld)),
  late: late(true),
  'late --control': isRed(late(false)),
};

const MAINTENANCE = { partitions: makePartitions, migrate: migrateShards };

await runTool('citus', async () => {
  const isJson = process.argv.includes(JSON_OPTION);
  const [command, argument] = process.argv.slice(2).filter((word) => word !== JSON_OPTION);
  if (command === 'build' && argument !== undefined) {
    say(`built: ${await buildCitus(argument, target, say)}`);
    return 0;
  }
  if (command === 'throughput') return withFolder(compare);
  const maintain = new Map(Object.entries(MAINTENANCE)).get(command ?? '');
  if (maintain && process.argv.includes('--help')) {
    process.stdout.write(`${USAGE}\n${helpOnExit()}\n`);
    return 0;
  }
  if (maintain)
    return runCommand({ command: `citus ${command}`, isJson }, async () => {
      if (argument === undefined) throw new Error('name the coordinator by its URL');
      return maintain(argument, say);
    });
  if (command === 'stories')
    return withFolder((native, folder) =>
      runStories({ root, native, folder, files: process.argv.slice(3), say }),
    );
  const trial = TRIALS[[command, argument].join(' ').trim()];
  if (trial) return withFolder(trial);
  process.stderr.write(USAGE);
  return 2;
});

async function compare(native: string, folder: string): Promise<number> {
  let hasHeld = true;
  const show = ({ verdicts, ...figures }: Throughput) => {
    hasHeld &&= verdicts.every((each) => each.lost + each.double + each.violations === 0);
    print({ ...figures, verdicts });
  };
  const measured = { plain: [] as Measured[], citus: [] as Measured[] };
  for (const parts of [1, 2, 3]) {
    const batch = CLIENTS / parts;
    const plain = await measurePlain(native, folder, SECONDS, batch);
    show(plain);
    measured.plain.push({ batch, us: plain.cpuMsPerTransaction * US_PER_MS });
    const citus = await measureWorkers(native, folder, parts, SECONDS, say);
    show(citus);
    measured.citus.push({ batch, us: citus.cpuMsPerTransaction * US_PER_MS });
  }
  print({ plain: calibrate(measured.plain), citus: calibrate(measured.citus) });
  return hasHeld ? 0 : 1;
}

function withLoad(act: Parameters<typeof underLoad>[2]) {
  return async (native: string, folder: string): Promise<number> => {
    const reports = await underLoad(native, folder, act, say);
    for (const report of reports) print(report);
    return reports.every(hasHeldOut) ? 0 : 1;
  };
}

function late(isHeld: boolean) {
  return async (native: string, folder: string): Promise<number> => {
    const lost = await commitLate(native, folder, isHeld, say);
    print({ lost });
    return lost === 0 ? 0 : 1;
  };
}

/** Inverts the result of a control, which must fail. */
function isRed(work: (native: string, folder: string) => Promise<number>): typeof work {
  return async (native, folder) => ((await work(native, folder)) === 0 ? 1 : 0);
}

/** Nothing lost or duplicated, and no failure visible to unaffected shards. */
function hasHeldOut({ lost, double, violations, failed, refused, isConcerned }: ShardReport) {
  return lost + double + violations + failed.length === 0 && (isConcerned || refused === 0);
}

async function withFolder(
  work: (native: string, folder: string) => Promise<number>,
): Promise<number> {
  const native = builtIn(target);
  if (native === undefined) throw new Error(`Citus is not built yet: ${USAGE}`);
  await mkdir(join(root, '.florin'), { recursive: true, mode: 0o711 });
  const folder = await mkdtemp(join(root, '.florin/citus-'));
  try {
    return await work(native, folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
