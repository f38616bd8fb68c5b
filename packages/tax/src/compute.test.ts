import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOf, taxLines, totalOf } from './compute.ts';
import { type Rate, type TaxableLine, taxRoundings } from './model.ts';
import { toUnits, UNITS_PER_WHOLE } from './percentage.ts';

const rateOf = (percentage: string, name = 'VAT'): Rate => ({
  name,
  percentage,
  category: percentage === '0' ? 'Z' : 'S',
  country: 'DE',
  region: null,
});

const line = (amount: bigint, isInclusive: boolean, ...percentages: string[]): TaxableLine => ({
  amount,
  isInclusive,
  rates: percentages.map((percentage, place) => rateOf(percentage, `tax ${place}`)),
});

const percentages = fc.constantFrom('0', '2.6', '5.5', '7', '8.875', '9.975', '19', '25.5', '27');
const someLine = fc.record({
  // Quantities of unit prices in currencies with no, two or three decimals.
  unit: fc.bigInt({ min: -9_999_999n, max: 99_999_999n }),
  quantity: fc.bigInt({ min: 1n, max: 10_000n }),
  isInclusive: fc.boolean(),
  percentages: fc.uniqueArray(percentages, { maxLength: 3 }),
});
const someLines = fc
  .array(someLine, { minLength: 1, maxLength: 30 })
  .map((lines) =>
    lines.map((each) => line(each.unit * each.quantity, each.isInclusive, ...each.percentages)),
  );
const someRounding = fc.constantFrom(...taxRoundings);
const RUNS = { numRuns: 5_000 };

it('net and tax add up to gross per line, per rate and in total, in every rounding mode', () => {
  fc.assert(
    fc.property(someLines, someRounding, (lines, rounding) => {
      const taxed = taxLines(lines, rounding);
      expect(taxed).toHaveLength(lines.length);
      for (const [index, { net, tax, gross, taxes }] of taxed.entries()) {
        expect(net + tax).toBe(gross);
        expect(taxes.reduce((sum, { amount }) => sum + amount, 0n)).toBe(tax);
        expect(lines[index]?.isInclusive ? gross : net).toBe(lines[index]?.amount);
      }
      const total = totalOf(taxed);
      expect(total.net + total.tax).toBe(total.gross);
      expect(total.taxes.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total.tax);
    }),
    RUNS,
  );
});

it('is within half a unit of the exact tax where it rounds, and within one unit per line', () => {
  fc.assert(
    fc.property(someLines, someRounding, (lines, rounding) => {
      const errors = taxLines(lines, rounding).flatMap(({ taxes }, index) => {
        const { amount, isInclusive, rates } = lines[index] ?? line(0n, false);
        const all = rates.reduce((sum, rate) => sum + toUnits(rate.percentage), 0n);
        const whole = isInclusive ? UNITS_PER_WHOLE + all : UNITS_PER_WHOLE;
        return taxes.map((tax) => {
          const error = tax.amount * whole - amount * toUnits(tax.percentage);
          const bound = rounding === 'line' ? whole : 2n * whole;
          expect(2n * (error < 0n ? -error : error) <= bound).toBe(true);
          return {
            group: JSON.stringify([isInclusive, rates.map(keyOf), keyOf(tax)]),
            error,
            whole,
          };
        });
      });
      if (rounding === 'line') return;
      for (const group of Map.groupBy(errors, (each) => each.group).values()) {
        const sum = group.reduce((total, { error }) => total + error, 0n);
        expect(2n * (sum < 0n ? -sum : sum) <= (group[0]?.whole ?? 0n)).toBe(true);
      }
    }),
    RUNS,
  );
});

it('refunds exactly what the same lines were taxed', () => {
  fc.assert(
    fc.property(someLines, someRounding, (lines, rounding) => {
      const taken = totalOf(taxLines(lines, rounding));
      const given = totalOf(
        taxLines(
          lines.map((each) => ({ ...each, amount: -each.amount })),
          rounding,
        ),
      );
      expect([given.net, given.tax, given.gross]).toEqual([-taken.net, -taken.tax, -taken.gross]);
    }),
    RUNS,
  );
});

it('differs between rounding by line and by rate by up to one unit per line', () => {
  // Ten lines of 0.03 at 19%: 0.0057 each, which rounds to 0.01 ten times, or to 0.06 in total.
  const lines = Array.from({ length: 10 }, () => line(3n, false, '19'));
  expect(totalOf(taxLines(lines, 'line')).tax).toBe(10n);
  expect(totalOf(taxLines(lines, 'invoice')).tax).toBe(6n);
});

it('a line and its discounts are rounded together: nothing is taxed where nothing is left', () => {
  const price = line(13n, false, '19');
  const discounts = [-5n, -8n].map((amount) => ({
    ...line(amount, false, '19'),
    isDiscount: true,
  }));
  for (const rounding of taxRoundings)
    expect(totalOf(taxLines([line(7n, false, '19'), price, ...discounts], rounding)).tax).toBe(1n);
});
