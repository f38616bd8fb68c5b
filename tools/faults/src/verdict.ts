import { hasHeld, type Outcome } from './row.ts';
import type { Ran } from './run-row.ts';

/** Whether the row held on the sound Florin, and failed on the broken one. */
export function isPassed({ sound, broken }: Ran): boolean {
  return sound !== undefined && broken !== undefined && hasHeld(sound) && !hasHeld(broken);
}

/**
 * Whether it proved nothing: it could not run, or its control did not fail, which may be chance. A
 * violation on the sound Florin is never chance.
 */
export function isUndecided({ sound, broken }: Ran): boolean {
  return (sound === undefined || hasHeld(sound)) && (broken === undefined || hasHeld(broken));
}

/** One line for people: the result of the row and of its control. */
export function describeVerdict(ran: Ran, seed: number): string {
  const { row, sound, broken, error, seconds } = ran;
  if (error) {
    const when = sound === undefined ? 'it' : 'its control';
    return `${row.id} FAILED: ${when} could not be run: ${error.message}`;
  }
  if (!sound || !broken) return `${row.id} FAILED: it was not run`;
  const word = hasHeld(sound) ? 'held' : 'FAILED';
  const figures = `${describeFigures(sound, row.figures)} of ${sound.of}`;
  const control = hasHeld(broken)
    ? `NOT RED of ${broken.of}`
    : `red: ${describeFigures(broken, [])}`;
  return `${row.id} ${word}: ${figures} (seed ${seed}, ${Math.round(seconds)} s) · control "${row.control}" ${control}`;
}

/** The named figures, and all others that are not 0. */
export function describeFigures({ violations }: Outcome, names: readonly string[]): string {
  return Object.entries(violations)
    .filter(([name, count]) => names.includes(name) || count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
