import { expect, it } from 'vitest';
import type { Outcome, PureRow } from './row.ts';
import { isPassed, isUndecided } from './verdict.ts';

const outcome = (lost: number): Outcome => ({ violations: { lost }, of: '1 write', details: [] });
const held = outcome(0);
const hurt = outcome(1);
const row: PureRow = {
  id: 'F1',
  fault: '',
  holds: '',
  control: '',
  figures: [],
  run: () => Promise.reject(new Error('is not run')),
};
const ran = (sound?: Outcome, broken?: Outcome) => ({
  row,
  sound,
  broken,
  error: undefined,
  seconds: 1,
});

it.each([
  ['held and was found out', ran(held, hurt), { passed: true, undecided: false }],
  ['never ran', ran(), { passed: false, undecided: true }],
  ['held, and its control never ran', ran(held), { passed: false, undecided: true }],
  ['held, and its control was not found out', ran(held, held), { passed: false, undecided: true }],
  ['was hurt, and its control never ran', ran(hurt), { passed: false, undecided: false }],
  ['was hurt, and its control not found out', ran(hurt, held), { passed: false, undecided: false }],
  ['was hurt, as its control was', ran(hurt, hurt), { passed: false, undecided: false }],
])('knows a row that %s', (_, each, { passed, undecided }) => {
  expect(isPassed(each)).toBe(passed);
  expect(isUndecided(each)).toBe(undecided);
});
