import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatNumber, refusalOfFormat, seriesOf } from './number-format.ts';

it.each([
  ['{number}', 7n, '7'],
  ['INV-{year}-{number:5}', 12n, 'INV-2026-00012'],
  ['{year}/{number:2}', 1_234n, '2026/1234'],
])('formats %s', (format, number, text) => {
  expect(refusalOfFormat(format)).toBeUndefined();
  expect(formatNumber(format, number, '2026-11-23')).toBe(text);
});

it.each([
  '',
  'INV',
  '{number}-A',
  'A1{number}',
  '{year}{number}',
  'Ä-{number}',
  '{number:0}',
  '{month}-{number}',
])('refuses %s', (format) => {
  expect(refusalOfFormat(format)).toEqual(expect.stringMatching(/^must/));
});

it('restarts with each year, and continues if only the padding changes', () => {
  expect(seriesOf('A-{year}-{number:3}', '2026-12-31')).not.toBe(
    seriesOf('A-{year}-{number:3}', '2027-01-01'),
  );
  expect(seriesOf('A-{number:3}', '2026-12-31')).toBe(seriesOf('A-{number:6}', '2027-01-01'));
});

const piece = fc.constantFrom('A', 'INV', '1', '20', '-', '/', '.', '{year}');
const format = fc
  .tuple(fc.array(piece, { maxLength: 5 }), fc.constantFrom('{number}', '{number:3}', '{number:6}'))
  .map(([before, number]) => before.join('') + number)
  .filter((text) => refusalOfFormat(text) === undefined);
const day = fc.constantFrom('2026-01-01', '2026-12-31', '2027-06-01');
const number = fc.bigInt({ min: 1n, max: 30_000n });

it('never gives two numbers of any series the same text', () => {
  fc.assert(
    fc.property(
      format,
      day,
      number,
      format,
      day,
      number,
      (one, onDay, first, other, later, next) => {
        const isSame = seriesOf(one, onDay) === seriesOf(other, later) && first === next;
        if (!isSame)
          expect(formatNumber(one, first, onDay)).not.toBe(formatNumber(other, next, later));
      },
    ),
    { numRuns: 5_000 },
  );
});
