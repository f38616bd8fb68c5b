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

it('is a bar on a terminal, with an end of its line', () => {
  const bars = show(true, 60, 30, 60, 60).split('\r');
  expect(bars).toEqual([
    '',
    `[${'#'.repeat(15)}${'.'.repeat(15)}] 50 %`,
    `[${'#'.repeat(30)}] 100 %\n`,
  ]);
});

it('is a line now and then elsewhere, and one at the end', () => {
  expect(show(false, 100, 4, 9, 12, 15, 96, 100, 100)).toBe(
    ['12', '96', '100'].map((percent) => `${percent} % of the entries\n`).join(''),
  );
});

it('is done at once where there is nothing, and never beyond its end', () => {
  expect(show(false, 0, 0)).toBe('100 % of the entries\n');
  expect(show(false, 2, 3)).toBe('100 % of the entries\n');
});
