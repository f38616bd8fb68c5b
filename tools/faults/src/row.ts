import type { Caller, People } from './clients/people.ts';
import type { AuditedFlorin, Florin, FlorinNeeds } from './florin/start-florin.ts';
import type { Variant } from './florin/variants.ts';
import type { Random } from './random.ts';

/** One row of the table of faults. */
export type Row = LiveRow | PureRow;

/** Done to a Florin of its own. */
export interface LiveRow extends RowBase {
  readonly florin: FlorinNeeds;
  /** What is replaced for the control; left out where the row itself does it wrong. */
  readonly broken?: Variant;
  readonly run: (run: LiveRun) => Promise<Outcome>;
}

/** Needs no process. */
export interface PureRow extends RowBase {
  readonly florin?: never;
  /** What the row itself replaces for its control. */
  readonly broken?: Variant;
  readonly run: (run: Run) => Promise<Outcome>;
}

/** What a report says of a row or of a control. */
export interface Described {
  readonly id: string;
  /** The fault that is injected. */
  readonly fault: string;
  /** The property that must hold. */
  readonly holds: string;
  /** The defect that the control has, such as "a ledger that forgets keys". */
  readonly control: string;
  /** Violations that the report names even when there were none. */
  readonly figures: readonly string[];
}

interface RowBase extends Described {
  readonly id: `${'F' | 'T'}${number}${'' | 'B'}`;
  /** Every change waits for it: one of the most valuable rows, done within 40 s. */
  readonly isAlways?: boolean;
  /** It measures how long something takes, or judges by deadlines: nothing runs beside it. */
  readonly isTimed?: boolean;
  /** It leaves the processors to others for most of its time, so that it runs beside them. */
  readonly isIdle?: boolean;
  /** It takes more than every change is to wait for: only `--full` runs it, or `--only` by its name. */
  readonly isHeavy?: boolean;
  /** Why it cannot be run here; undefined where it can. */
  readonly skipReason?: () => string | undefined;
}

/** What a row is given for one run: the first one on the sound Florin, the second on the broken. */
export interface Run {
  readonly isControl: boolean;
  readonly isFull: boolean;
  readonly random: Random;
  /** What `npm test` has shown of this source, as vitest's JSON; never of a control. */
  readonly testReport: string | undefined;
  /** How much of it is done. */
  readonly count: (counts: Counts) => number;
  /** Tells how far it is. */
  readonly progress: (done: number, all: number) => void;
}

/** A run whose clients write journals, by which a Florin is audited, whoever has started it. */
export interface AuditedRun extends Run {
  readonly florin: AuditedFlorin;
  readonly people: People;
  /** Of this run's own, for journals. */
  readonly folder: string;
}

export interface LiveRun extends AuditedRun {
  readonly florin: Florin;
  /** Administrators of whom each one's requests reach another ledger; the same for both runs. */
  readonly reachLedgers: () => Promise<readonly Caller[]>;
}

export interface Counts {
  readonly short: number;
  readonly full: number;
  /** Enough to find the broken part out; the short count unless it says otherwise. */
  readonly control?: number;
}

export interface Outcome {
  /** How often each thing was seen that must never be. */
  readonly violations: Readonly<Record<string, number>>;
  /** How much was done, such as `2000 writes, 10 kills`. */
  readonly of: string;
  /** The first violations, in words. */
  readonly details: readonly string[];
}

/** Whether nothing was seen that must never be. */
export function hasHeld({ violations }: Outcome): boolean {
  return Object.values(violations).every((count) => count === 0);
}
