import { median } from '../statistics.ts';
import type { Kept, Lost } from './find-lost.ts';
import type { Sample, TableState } from './sample.ts';
import { slopeOf, type Thirds, thirdsOf } from './trend.ts';

/** The verdict on one property of a long run. */
export interface Verdict {
  readonly what: string;
  readonly found: number;
  readonly must: number;
  readonly unit: SoakUnit;
  readonly is_within: boolean;
  /** Further information. */
  readonly note: string;
}

export const soakUnits = ['MB/h', '×', 'dead rows', ''] as const;
export type SoakUnit = (typeof soakUnits)[number];

/** Slower growth cannot be distinguished from uncollected garbage within twenty minutes. */
const MEMORY_SLOPE_MAX = 30;
/** Maximum ratio of the last third to the one before it. */
const GROWTH_MAX = 1.25;
/** Percentage of all processors; the kernel's own work is a few percent. */
const OTHERS_PERCENT_MAX = 15;
const SECONDS_PER_HOUR = 3_600;
const BUSY_TABLES = 6;
/** Autovacuum checks a table once in each nap, and may be busy with another table then. */
const NAPS = 2;

export interface Soaked {
  /** In order of time. */
  readonly samples: readonly Sample[];
  readonly apps: readonly string[];
  readonly autovacuumNapSeconds: number;
  readonly lost: Lost;
  readonly kept: Kept;
}

/** Whether all properties stayed stable, and no work was lost. */
export function judge(soaked: Soaked): readonly Verdict[] {
  const { samples, apps, autovacuumNapSeconds, lost, kept } = soaked;
  return [
    ...[...apps, 'nats'].map((name) => judgeMemory(samples, name)),
    ...judgeLatency(samples),
    ...judgeDisk(samples),
    ...judgeTables(samples, autovacuumNapSeconds),
    ...judgeLost(samples, lost, kept),
  ];
}

function atMost(
  what: string,
  found: number,
  must: number,
  unit: SoakUnit,
  note: string,
  isElseGood = true,
): Verdict {
  return { what, found, must, unit, is_within: found <= must && isElseGood, note };
}

/** Without the first third, in which caches fill and code is compiled. */
export function lastTwoThirds<Item>(items: readonly Item[]): readonly Item[] {
  const { second, last } = thirdsOf(items);
  return [...second, ...last];
}

function judgeMemory(samples: readonly Sample[], name: string): Verdict {
  const of = (value: (sample: Sample) => number | null | undefined) =>
    lastTwoThirds(samples).flatMap((sample) => {
      const y = value(sample);
      return y == null ? [] : [{ x: sample.atSeconds / SECONDS_PER_HOUR, y }];
    });
  const resident = of(({ processes }) => processes[name]?.residentMb);
  const heap = of(({ processes }) => processes[name]?.heapMb);
  const notes = [
    `${amount(resident[0]?.y)} → ${amount(resident.at(-1)?.y)} MB`,
    ...(heap.length === 0 ? [] : [`its heap ${signed(slopeOf(heap))} MB/h`]),
  ];
  return atMost(
    `memory of ${name}, growth`,
    slopeOf(resident),
    MEMORY_SLOPE_MAX,
    'MB/h',
    notes.join('; '),
  );
}

/** Excludes samples on a disturbed machine, as the other parts discard unsteady rounds. */
function isDisturbed({ othersPercent }: Sample): boolean {
  return othersPercent > OTHERS_PERCENT_MAX;
}

function judgeLatency(samples: readonly Sample[]): readonly Verdict[] {
  const thirds = thirdsOf(samples);
  const leftOut = samples.filter(isDisturbed).length;
  return (['reads', 'writes'] as const).map((sort) => {
    const p99sOf = (some: readonly Sample[]) => some.map((sample) => sample[sort].p99);
    const of = (third: keyof Thirds<Sample>) => {
      const steady = thirds[third].filter((sample) => !isDisturbed(sample));
      return median(p99sOf(steady.length === 0 ? thirds[third] : steady));
    };
    const notes = [
      `${amount(of('second'))} → ${amount(of('last'))} ms`,
      `the worst 10 s ${amount(Math.max(...p99sOf(samples)))} ms`,
      ...(leftOut === 0 ? [] : [`without ${leftOut} × 10 s in which others used the machine`]),
    ];
    const growth = of('last') / of('second');
    return atMost(`p99 of ${sort}, growth`, growth, GROWTH_MAX, '×', notes.join('; '));
  });
}

/** Bytes of each kind so far. */
const STORES = {
  'the database': ({ database }: Sample) =>
    Object.values(database.bytes).reduce((sum, bytes) => sum + bytes, 0),
  WAL: ({ database }: Sample) => database.walBytes,
  NATS: ({ natsBytes }: Sample) => natsBytes,
} as const;

function judgeDisk(samples: readonly Sample[]): readonly Verdict[] {
  const { second, last } = thirdsOf(samples);
  return Object.entries(STORES).map(([name, bytesOf]) => {
    const perTransaction = (third: readonly Sample[]) => {
      const [begin, end] = [third[0], third.at(-1)];
      if (begin === undefined || end === undefined) return Number.NaN;
      const transactions = end.database.transactions - begin.database.transactions;
      return (bytesOf(end) - bytesOf(begin)) / transactions;
    };
    const [before, after] = [perTransaction(second), perTransaction(last)];
    const note = `${Math.round(before)} → ${Math.round(after)} bytes`;
    const what = `${name} per recorded transaction, growth`;
    return atMost(what, after / before, GROWTH_MAX, '×', note);
  });
}

function judgeTables(samples: readonly Sample[], napSeconds: number): readonly Verdict[] {
  const { second, last } = thirdsOf(samples);
  const end = last.at(-1);
  const begin = second[0];
  if (end === undefined || begin === undefined) return [];
  const stateIn = (sample: Sample, name: string) =>
    sample.database.tables.find((table) => table.name === name);
  return end.database.tables.slice(0, BUSY_TABLES).map((table: TableState) => {
    const { name, deadRows, changes, threshold, autovacuums, lastAutovacuum } = table;
    const perSecond =
      (changes - (stateIn(begin, name)?.changes ?? 0)) / (end.atSeconds - begin.atSeconds);
    const most = (third: readonly Sample[]) =>
      Math.max(...third.map((sample) => stateIn(sample, name)?.deadRows ?? 0));
    const bound = threshold + NAPS * napSeconds * perSecond;
    // Growth below the bound is allowed: autovacuum has no reason to run yet.
    const isGrowing = most(last) > Math.max(bound, GROWTH_MAX * most(second));
    const note = [
      `at most ${most(second)} → ${most(last)}`,
      `autovacuum ${autovacuums} times${lastAutovacuum === null ? '' : `, last at ${lastAutovacuum}`}`,
    ].join('; ');
    return atMost(name, deadRows, Math.round(bound), 'dead rows', note, !isGrowing);
  });
}

function judgeLost(samples: readonly Sample[], lost: Lost, kept: Kept): readonly Verdict[] {
  const none = (what: string, found: number, note = '') => atMost(what, found, 0, '', note);
  const requests = samples.reduce((sum, { reads, writes }) => sum + reads.count + writes.count, 0);
  const errors = samples.flatMap((sample) => Object.values(sample.errors));
  return [
    none('unexpected responses', sum(errors), `of ${requests} reads and writes`),
    none('requests that could not be sent', sum(samples.map(({ unsent }) => unsent))),
    none('unfinished work at the end', lost.undone, `after ${kept.drainSeconds.toFixed(1)} s`),
    none('findings of the ledger audit', lost.violations),
    none('renewals not charged once', lost.renewalsNotChargedOnce, `of ${kept.renewals}`),
    none('events not in the log', lost.events, `of ${kept.events}`),
    none('dead letters', lost.deadLetters),
    none(
      'webhooks not received',
      lost.deliveriesMissing,
      `of ${kept.deliveries}, and ${kept.deliveriesAgain} came again`,
    ),
    none('unexpected webhooks', lost.deliveriesTooMany),
    none('webhooks with an invalid signature', lost.deliveriesUnsigned),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function amount(value: number | undefined): string {
  return value === undefined ? '?' : value.toFixed(1);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}
