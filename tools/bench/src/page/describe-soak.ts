import type { SoakResult } from '../soak/results.ts';
import { shown } from './render-soak.ts';

/** Results of a soak, for the terminal. */
export function describeSoak({ settings, verdicts }: SoakResult): string {
  const missed = verdicts.filter(({ is_within }) => !is_within).length;
  const lines = verdicts.map(({ what, found, must, unit, is_within, note }) => {
    const verdict = is_within ? '✓' : '✗';
    const reason = note === '' ? '' : `  (${note})`;
    return ` ${verdict} ${what}: ${shown(found, unit)}, at most ${shown(must, unit)}${reason}`;
  });
  const outcome = missed === 0 ? 'everything stayed as it was' : `${missed} did not hold`;
  return [`soak: ${settings.minutes} minutes, ${outcome}`, ...lines, ''].join('\n');
}
