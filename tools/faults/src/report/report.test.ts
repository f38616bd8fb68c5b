import { expect, it } from 'vitest';
import { oneWinner } from '../rows/one-winner.ts';
import { renderReport } from './render.ts';
import { mergeResults, type Result, toResult } from './result.ts';

const circumstances = { seed: 7, isFull: false, versions: 'Florin abc' };
const at = new Date('2026-01-31T12:00:00Z');
const outcome = (wrong: number) => ({
  violations: { 'rounds without one winner': wrong, imbalance: 0, lost: 0 },
  of: '40 rounds',
  details: [],
});

function result(sound: number, broken: number): Result {
  const ran = { row: oneWinner, error: undefined, seconds: 11.4 };
  return toResult({ ...ran, sound: outcome(sound), broken: outcome(broken) }, circumstances, at);
}

it('shows a row whose control did not fail as held', () => {
  expect(result(0, 23)).toMatchObject({
    id: 'F11',
    passed: true,
    figure: 'rounds without one winner 0, imbalance 0 of 40 rounds',
    control_figure: 'rounds without one winner 23',
    counts: 'short',
    seconds: 11,
    date: '2026-01-31',
  });
});

it.each([
  [1, 23],
  [0, 0],
])('keeps it as failed otherwise (%i, %i)', (sound, broken) => {
  expect(result(sound, broken).passed).toBe(false);
});

it('shows it as failed if the control could not run', () => {
  const ran = { row: oneWinner, sound: undefined, broken: undefined, seconds: 0 };
  const error = new Error('no room');
  expect(toResult({ ...ran, error }, circumstances, at)).toMatchObject({
    passed: false,
    figure: 'not run: no room',
  });
});

it('replaces the rows of this run, in the order of the table', () => {
  const [f2, f11, f16] = ['F2', 'F11', 'F16'].map((id) => ({ ...result(0, 1), id }));
  if (!f2 || !f11 || !f16) throw new Error('there are three');
  const merged = mergeResults([f16, f11], [{ ...f16, seed: 8 }, f2]);
  expect(merged).toEqual([f2, f11, { ...f16, seed: 8 }]);
});

it('renders one line for each row in both tables', () => {
  const page = renderReport([{ ...result(0, 23), fault: 'a | b' }]);
  expect(page.split('\n').filter((line) => line.startsWith('| F11 |'))).toEqual([
    '| F11 | a \\| b | Exactly one payment succeeds; the others get 402 | rounds without one winner 0, imbalance 0 of 40 rounds | a ledger that decides on a balance read without its lock | rounds without one winner 23 |',
    '| F11 | held | short | 7 | 11 s | 2026-01-31 | Florin abc |',
  ]);
});
