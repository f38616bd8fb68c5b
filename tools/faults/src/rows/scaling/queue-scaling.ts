import { setTimeout as pause } from 'node:timers/promises';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun, Outcome } from '../../row.ts';
import { openHolders } from '../money.ts';
import { makeAutoscaler } from './autoscaler.ts';
import { type LedgerReplicas, replicasOf } from './ledger-replicas.ts';
import { type OpenLoad, startOpenLoad } from './open-load.ts';

const REPLICAS_MAX = 4;
const ACCOUNTS = 40;
/** Delay of Postgres before each flush, like a slow disk or a synchronous standby. */
const FLUSH_US = 100_000;
/** A third of Kubernetes' times, and of its window: a minute there, four intervals here. */
const LOOK_MS = 5_000;
const WINDOW_LOOKS = 2;
const DOWN_AFTER_MS = 20_000;
/** Upper limit of the 95th percentile: half of a request's timeout. */
const LATE_MS = 1_000;
const LATE_SHARE = 0.05;
const RATES = { low: 10, high: 110 };

/** Metrics for the autoscaler: a counter, whose rate is used, and its target for a replica. */
const SIGNALS = {
  // 4 commands in each of 2 batches fill a ledger of this row; the rest is headroom until the next
  // decision.
  commands: { counter: 'florin_ledger_command_seconds_total', target: 5 },
  // 70 % of the 250m that the manifests request.
  processor: { counter: 'florin_process_cpu_seconds_total', target: 0.25 * 0.7 },
} as const;

export const queueScaling: LiveRow = {
  id: 'F55',
  fault:
    'The load on the ledger rises eleven times and falls again, while each Postgres flush takes 100 ms; an autoscaler like that of Kubernetes starts and stops ledgers by the number of commands in each',
  holds:
    'It starts ledgers before 5 % of clients wait for longer than a second, stops them again without turning back, and no request fails',
  control: 'the same autoscaler by CPU time',
  figures: ['late', 'failed', 'turns', 'left over'],
  isTimed: true,
  isHeavy: true,
  florin: {
    replicas: { ledger: REPLICAS_MAX },
    variants: [
      variant({
        app: 'ledger',
        module: () => import('../../../../../apps/ledger/src/main.ts'),
        by: () => import('../../broken/ledger/waits-to-be-wanted.ts'),
      }),
    ],
  },

  async run(run) {
    const { florin, isControl } = run;
    const replicas = replicasOf(florin);
    const holders = await openHolders(run, ACCOUNTS, 0);
    await slowDown(run);
    await replicas.scaleTo(1);
    const load = startOpenLoad(florin.url, holders, isControl ? 'control' : 'sound');
    const signal = isControl ? SIGNALS.processor : SIGNALS.commands;
    try {
      const looks = await follow(run, replicas, load, signal);
      await load.end();
      return toOutcome(looks, load);
    } finally {
      await load.end();
    }
  },
};

/** Only for the ledger, through its login role; both runs start with all ledgers. */
async function slowDown({ florin: { sql, processes }, isControl }: LiveRun): Promise<void> {
  if (isControl) return;
  await sql(`alter role florin_ledger set commit_delay = ${FLUSH_US}`);
  await sql('alter role florin_ledger set commit_siblings = 0');
  const before = processes.of('ledger');
  processes.kill(before);
  await processes.untilUp('ledger', REPLICAS_MAX, before);
}

interface Look {
  readonly rate: number;
  readonly average: number;
  readonly p95: number;
  /** Replicas after this interval. */
  readonly replicas: number;
}

/** The load by interval. */
function ratesOf({ isControl }: LiveRun): readonly number[] {
  const { low, high } = RATES;
  const step = (high - low) / 8;
  const rise = Array.from({ length: 8 }, (_, index) => low + step * (index + 1));
  const calm = [low, low, low];
  // The control fails before the last steps.
  if (isControl) return [...calm, ...rise, high, high, high];
  return [
    ...calm,
    ...rise,
    ...Array.from({ length: 6 }, () => high),
    ...rise.toReversed().slice(1),
    ...Array.from({ length: 10 }, () => low),
  ];
}

async function follow(
  run: LiveRun,
  replicas: LedgerReplicas,
  load: OpenLoad,
  { counter, target }: (typeof SIGNALS)[keyof typeof SIGNALS],
): Promise<readonly Look[]> {
  const decide = makeAutoscaler({ min: 1, max: REPLICAS_MAX, target, downAfterMs: DOWN_AFTER_MS });
  const looks: Look[] = [];
  const readings = [{ at: performance.now(), values: await replicas.read(counter) }];
  const rates = ratesOf(run);
  for (const [index, rate] of rates.entries()) {
    const from = performance.now();
    load.setRate(rate);
    await pause(LOOK_MS);
    const now = { at: performance.now(), values: await replicas.read(counter) };
    const since = readings.at(-WINDOW_LOOKS) ?? readings[0] ?? now;
    readings.push(now);
    const average = averageSince(since, now);
    const wanted = decide(replicas.count(), average, now.at);
    if (wanted !== replicas.count()) await replicas.scaleTo(wanted);
    // Earlier requests are answered by now, or late.
    const p95 = load.p95Between(from - LOOK_MS, from);
    looks.push({ rate, average, p95, replicas: replicas.count() });
    run.progress(index + 1, rates.length);
  }
  return looks;
}

interface Reading {
  readonly at: number;
  readonly values: ReadonlyMap<number, number>;
}

/** The rate of a counter for each running process; a new one counts from 0. */
function averageSince(before: Reading, now: Reading): number {
  const seconds = (now.at - before.at) / 1e3;
  const grown = [...now.values].map(([port, value]) => {
    const former = before.values.get(port) ?? 0;
    return value < former ? value : value - former;
  });
  return grown.reduce((sum, value) => sum + value, 0) / seconds / Math.max(1, grown.length);
}

function toOutcome(looks: readonly Look[], load: OpenLoad): Outcome {
  const { times, failed } = load.answers();
  const late = times.filter((ms) => ms > LATE_MS).length;
  const counts = looks.map(({ replicas }) => replicas);
  const steps = counts.map((count, index) => Math.sign(count - (counts[index - 1] ?? 1)));
  const moves = steps.filter((step) => step !== 0);
  // A turn is a change of direction.
  const turns = moves.filter((step, index) => index > 0 && step !== moves[index - 1]).length;
  const averages = looks.map(({ average }) => average);
  const scaled = steps.flatMap((step, index) =>
    step === 0 ? [] : [`${counts[index]} at ${((index + 1) * LOOK_MS) / 1e3} s`],
  );
  return {
    violations: {
      late: Math.max(0, Math.ceil(late - LATE_SHARE * times.length)),
      failed,
      turns: Math.max(0, turns - 1),
      'left over': Math.max(0, (counts.at(-1) ?? 1) - 1),
    },
    details: looks.map(
      ({ rate, average, replicas, p95 }) =>
        `${rate} a second, ${average.toPrecision(2)} in each of ${replicas}, 95 % within ${Math.round(p95)} ms`,
    ),
    of: `${times.length} requests within ${(looks.length * LOOK_MS) / 1e3} s, ledgers 1, ${scaled.join(', ')}; each had ${Math.min(...averages).toPrecision(2)} to ${Math.max(...averages).toPrecision(2)} commands; ${late} waited for longer than ${LATE_MS / 1e3} s`,
  };
}
