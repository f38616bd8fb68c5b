import type { Caller, People } from './clients/people.ts';
import type { AuditedFlorin, Florin, FlorinNeeds } from './florin/start-florin.ts';
import type { Variant } from './florin/variants.ts';
import type { Random } from './random.ts';

/** One row of the table of faults. */
export type Row = LiveRow | PureRow;

/** Runs on a Florin of its own. */
export interface LiveRow extends RowBase {
  readonly florin: FlorinNeeds;
  /** The replaced module of the control; absent if the row itself does the damage. */
  readonly broken?: Variant;
  readonly run: (run: LiveRun) => Promise<Outcome>;
}

/** Needs no process. */
export interface PureRow extends RowBase {
  readonly florin?: never;
  /** The module that the row itself replaces for its control. */
  readonly broken?: Variant;
  readonly run: (run: Run) => Promise<Outcome>;
}

/** Descriptions of a row or control in reports. */
export interface Described {
  readonly id: string;
  /** The fault that is injected. */
  readonly fault: string;
  /** The property that must hold. */
  readonly holds: string;
  /** The defect that the control has, such as "a ledger that forgets keys". */
  readonly control: string;
  /** Violations that the report names even if there were none. */
  readonly figures: readonly string[];
}

interface RowBase extends Described {
  readonly id: `${'F' | 'T'}${number}${'' | 'B'}`;
  /** Every change runs it: one of the most valuable rows, finished within 40 s. */
  readonly isAlways?: boolean;
  /** Measures durations or deadlines, so no other row runs at the same time. */
  readonly isTimed?: boolean;
  /** Leaves the processors idle for most of its time, so it runs alongside other rows. */
  readonly isIdle?: boolean;
  /** Too long for every change: only `--full` runs it, or `--only` by id. */
  readonly isHeavy?: boolean;
  /** Why it cannot run here; undefined if it can. */
  readonly skipReason?: () => string | undefined;
}

/** The input of one run: first on the sound Florin, then on the broken one. */
export interface Run {
  readonly isControl: boolean;
  readonly isFull: boolean;
  readonly random: Random;
  /** Results of `npm test` for this source, as vitest's JSON; never of a control. */
  readonly testReport: string | undefined;
  /** The amount of work. */
  readonly count: (counts: Counts) => number;
  /** Reports progress. */
  readonly progress: (done: number, all: number) => void;
}

/** A run whose clients write journals, which audits read on any Florin. */
export interface AuditedRun extends Run {
  readonly florin: AuditedFlorin;
  readonly people: People;
  /** The run's own folder, for journals. */
  readonly folder: string;
}

export interface LiveRun extends AuditedRun {
  readonly florin: Florin;
  /** Administrators whose requests reach different ledgers; the same for both runs. */
  readonly reachLedgers: () => Promise<readonly Caller[]>;
}

export interface Counts {
  readonly short: number;
  readonly full: number;
  /** Enough for the control to fail; the short count by default. */
  readonly control?: number;
}

export interface Outcome {
  /** Number of violations, by kind. */
  readonly violations: Readonly<Record<string, number>>;
  /** The amount of work done, such as `2000 writes, 10 kills`. */
  readonly of: string;
  /** The first violations, in words. */
  readonly details: readonly string[];
}

/** Whether there was no violation. */
export function hasHeld({ violations }: Outcome): boolean {
  return Object.values(violations).every((count) => count === 0);
}
