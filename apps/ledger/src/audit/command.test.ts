import { expect, it } from 'vitest';
import { makeProgress } from './command.ts';

function show(isTTY: boolean, total: number, ...done: readonly number[]): string {
  let text = '';
  const out = {
    isTTY,
    write(more: string | Uint8Array) {
      text += more;
      return true;
    },
  };
  const progress = makeProgress(out, total);
  for (const count of done) progress(count);
  return text;
}

it('is a bar on a terminal, with a final line break', () => {
  const bars = show(true, 60, 30, 60, 60).split('\r');
  expect(bars).toEqual([
    '',
    `[${'#'.repeat(15)}${'.'.repeat(15)}] 50 %`,
    `[${'#'.repeat(30)}] 100 %\n`,
  ]);
});

it('is an occasional line elsewhere, and one at the end', () => {
  expect(show(false, 100, 4, 9, 12, 15, 96, 100, 100)).toBe(
    ['12', '96', '100'].map((percent) => `${percent} % of the entries\n`).join(''),
  );
});

it('is complete at once for an empty total, and never exceeds it', () => {
  expect(show(false, 0, 0)).toBe('100 % of the entries\n');
  expect(show(false, 2, 3)).toBe('100 % of the entries\n');
});
