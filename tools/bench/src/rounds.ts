import type { Load } from './drive.ts';
import type { RowId } from './rows.ts';

/** A row's value in one round: a rate a second if the row is a multiple of the anchor. */
export interface Reading {
  readonly value: number;
  /** The load behind the value, whose rate and latency are reported too. */
  readonly load?: Load;
  /** Loads for comparison. */
  readonly against?: readonly Load[];
}
export type Readings = Partial<Readonly<Record<RowId, Reading>>>;

export interface Round {
  /** Transactions a second of pgbench, before and after. */
  readonly anchors: readonly [number, number];
  readonly readings: Readings;
}

/** A greater difference means that something else slowed the machine down. */
const ANCHORS_DIFFER_MAX = 1.5;

export interface Rounds {
  readonly rounds: number;
  readonly anchor: () => Promise<number>;
  /** One round of all measurements of a part. */
  readonly measure: (round: number) => Promise<Readings>;
}

/** Each round has an anchor before and after; two rounds share the one between them. */
export async function runRounds({ rounds, anchor, measure }: Rounds): Promise<readonly Round[]> {
  const measured: Round[] = [];
  let before = await anchor();
  for (let round = 1; round <= rounds; round += 1) {
    const readings = await measure(round);
    const after = await anchor();
    measured.push({ anchors: [before, after], readings });
    before = after;
  }
  return measured;
}

export function isSteady({ anchors: [before, after] }: Round): boolean {
  return Math.max(before, after) <= ANCHORS_DIFFER_MAX * Math.min(before, after);
}

export function anchorOf({ anchors: [before, after] }: Round): number {
  return (before + after) / 2;
}
