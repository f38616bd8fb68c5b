import { hasHeld } from '../row.ts';
import type { Ran } from '../run-row.ts';
import { describeFigures, isPassed } from '../verdict.ts';

/** The entry of a row in `docs/faults.json`. */
export interface Result {
  readonly id: string;
  readonly fault: string;
  readonly holds: string;
  readonly control: string;
  /** The result, in words. */
  readonly figure: string;
  readonly control_figure: string;
  readonly passed: boolean;
  readonly counts: 'short' | 'full';
  readonly seed: number;
  readonly seconds: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly versions: string;
}

export interface Circumstances {
  readonly seed: number;
  readonly isFull: boolean;
  readonly versions: string;
}

export function toResult(ran: Ran, { seed, isFull, versions }: Circumstances, at: Date): Result {
  const { row, sound, broken, error, seconds } = ran;
  const { id, fault, holds, control, figures } = row;
  return {
    id,
    fault,
    holds,
    control,
    figure: sound
      ? `${describeFigures(sound, figures)} of ${sound.of}`
      : `not run: ${error?.message}`,
    control_figure: broken
      ? hasHeld(broken)
        ? 'not found out'
        : describeFigures(broken, [])
      : `not run: ${error?.message}`,
    passed: isPassed(ran),
    counts: isFull ? 'full' : 'short',
    seed,
    seconds: Math.round(seconds),
    date: at.toISOString().slice(0, 10),
    versions,
  };
}

/** The new list of results: rows that did not run keep theirs. Pure. */
export function mergeResults(kept: readonly Result[], fresh: readonly Result[]): readonly Result[] {
  const ids = new Set(fresh.map(({ id }) => id));
  const all = [...kept.filter(({ id }) => !ids.has(id)), ...fresh];
  return all.sort((a, b) => orderOf(a) - orderOf(b));
}

/** Faults by number, then threats. */
function orderOf({ id }: Result): number {
  return Number.parseInt(id.slice(1), 10) + (id.startsWith('T') ? 1_000 : 0);
}
