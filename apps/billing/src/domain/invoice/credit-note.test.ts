import { builtInTable, decideTax, taxRoundings } from '@florin/tax';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Line } from '../charge.ts';
import { toCurrency } from '../currency.ts';
import { boughtBy, taxedLines } from '../tax/charges.ts';
import { type CreditedLine, type CreditRequest, creditLines } from './credit-note.ts';

const seller = { country: 'DE', region: null, postalCode: null, chargesTax: true, usesOss: true };
const buyer = {
  country: 'DE',
  region: null,
  postalCode: null,
  taxIds: [],
  exemption: 'none' as const,
};

const someLine = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }),
  unit: fc.integer({ min: -2_000, max: 20_000 }),
  taxClass: fc.constantFrom('standard', 'reduced', 'zero'),
  isTaxInclusive: fc.boolean(),
});

const invoice = fc
  .record({
    lines: fc.array(someLine, { minLength: 1, maxLength: 12 }),
    rounding: fc.constantFrom(...taxRoundings),
  })
  .map(({ lines, rounding }) =>
    taxedLines(
      lines.map(
        ({ quantity, unit, taxClass, isTaxInclusive }): Line => ({
          type: 'item',
          planId: '',
          quantity,
          unitAmount: BigInt(unit),
          amount: BigInt(unit * quantity),
          startAt: 0,
          endAt: 0,
          remainingSeconds: null,
          periodSeconds: null,
          taxClass,
          isTaxInclusive,
        }),
      ),
      {
        rounding,
        pricesIncludeTax: false,
        decide: (product) =>
          decideTax({ seller, buyer, day: '2026-01-01' }, product, {
            own: [],
            common: builtInTable,
          }),
      },
      toCurrency('EUR'),
    ),
  )
  .filter((lines) => boughtBy(lines).gross > 0n);

const someRequest: fc.Arbitrary<CreditRequest> = fc.oneof(
  fc.bigInt({ min: 1n, max: 60_000n }).map((amount) => ({ kind: 'amount' as const, amount })),
  fc.uniqueArray(fc.nat({ max: 11 }), { minLength: 1, maxLength: 3 }).map((indexes) => ({
    kind: 'lines' as const,
    lines: indexes.map((index) => ({ index, amount: undefined })),
  })),
);

const sumOf = (lines: readonly CreditedLine[], what: 'net' | 'tax' | 'gross') =>
  lines.reduce((sum, line) => sum + line[what], 0n);

it('adds up exactly to the invoice, however it is split into notes, and never exceeds it', () => {
  let notes = 0;
  fc.assert(
    fc.property(invoice, fc.array(someRequest, { maxLength: 6 }), (lines, requests) => {
      const total = boughtBy(lines);
      const earlier: (readonly CreditedLine[])[] = [];
      for (const request of [...requests, { kind: 'all' } as const]) {
        const credited = creditLines(lines, earlier, request);
        if ('refusal' in credited) continue;
        notes += 1;
        for (const { net, tax, gross, taxes } of credited) {
          expect(net + tax).toBe(gross);
          expect(taxes.reduce((sum, { amount }) => sum + amount, 0n)).toBe(tax);
        }
        if (request.kind === 'amount') expect(sumOf(credited, 'gross')).toBe(request.amount);
        earlier.push(credited);
        expect(sumOf(earlier.flat(), 'gross') <= total.gross).toBe(true);
      }
      const all = earlier.flat();
      expect([sumOf(all, 'net'), sumOf(all, 'tax'), sumOf(all, 'gross')]).toEqual([
        total.net,
        total.tax,
        total.gross,
      ]);
      expect(creditLines(lines, earlier, { kind: 'all' })).toHaveProperty('refusal');
    }),
    { numRuns: 3_000 },
  );
  expect(notes).toBeGreaterThan(5_000);
});
