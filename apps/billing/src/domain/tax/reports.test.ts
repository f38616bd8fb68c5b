import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Line } from '../charge.ts';
import { toCurrency } from '../currency.ts';
import { groupsOf } from '../discount/groups.ts';
import { type Discount, withDiscounts } from '../discount/model.ts';
import { creditLines } from '../invoice/credit-note.ts';
import { taxedLines } from './charges.ts';
import { toLineTaxes } from './engine.ts';
import { leftOf, type ReportLine, toReportLines, wholeLines } from './reports.ts';

const tax = (name: string, amount: bigint, taxable: bigint) => ({
  ...{ name, percentage: '1', category: 'S' as const, country: 'US', region: 'WA' },
  ...{ taxable, amount },
});

const couponOf = (percent: number): Discount => ({
  ...{
    couponId: 'sale',
    promotionCodeId: null,
    name: null,
    productIds: null,
    startAt: 0,
    endAt: null,
  },
  off: { kind: 'percent', percent: `${percent}` },
});

/** Lines as taxed by an engine: less a discount, two taxes each, with arbitrary rounding. */
const invoice = fc
  .tuple(
    fc.integer({ min: 0, max: 100 }),
    fc.array(
      fc.record({
        amount: fc.bigInt({ min: 0n, max: 1_000_000n }),
        isTaxInclusive: fc.boolean(),
        parts: fc.tuple(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 100n })),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map(([percent, drawn]) => {
    const listed = drawn.map(
      ({ amount, isTaxInclusive }): Line => ({
        ...{ type: 'item', planId: '', quantity: 1, unitAmount: amount, amount, isTaxInclusive },
        ...{ startAt: 0, endAt: 0, remainingSeconds: null, periodSeconds: null },
      }),
    );
    const lines = withDiscounts(listed, percent === 0 ? [] : [couponOf(percent)]);
    const costs = groupsOf(lines).map(({ line, discounts }) =>
      discounts.reduce((sum, { amount }) => sum + amount, line.amount),
    );
    const priced = drawn.map(({ parts }, index) => ({ parts, amount: costs[index] ?? 0n }));
    const taxes = Object.fromEntries(
      priced.map(({ amount, parts: [state, city] }, index) => [
        String(index),
        [
          tax('state', (amount * state) / 300n, amount),
          tax('city', (amount * city) / 300n, amount),
        ],
      ]),
    );
    const kept = { id: 'kept', inputsHash: '', taxes };
    return taxedLines(
      lines,
      {
        rounding: 'invoice',
        pricesIncludeTax: false,
        decide: () => {
          throw new Error('the tables were asked');
        },
        calculate: (asked, currency) => {
          const requested = asked.flatMap((line, index) =>
            line.amount === 0n
              ? []
              : [
                  {
                    ...{ reference: String(index), amount: line.amount, quantity: 1 },
                    ...{ isInclusive: line.isTaxInclusive ?? false, taxClass: 'standard' },
                    supply: 'services' as const,
                  },
                ],
          );
          const request = {
            ...{ sellerId: '', holderId: '', taxIds: [], isExempt: false, day: '2026-01-31' },
            ...{ seller: {} as never, buyer: {} as never, currency, lines: requested },
            buyerAddressKind: 'billing' as const,
          };
          return toLineTaxes(asked, request, kept);
        },
      },
      toCurrency('USD'),
    );
  });

it('adds up on invoices: lines equal the total, and taxes equal the engine’s answer', () => {
  fc.assert(
    fc.property(invoice, (lines) => {
      const bought = lines.filter(({ type }) => type !== 'tax');
      const gross = bought.reduce((sum, { tax: of }) => sum + (of?.gross ?? 0n), 0n);
      const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
      expect(total).toBe(gross);
      for (const { tax: of } of bought) {
        const parts = of?.taxes.reduce((sum, each) => sum + each.amount, 0n);
        expect(of?.tax).toBe(parts);
        expect(of?.net).toBe((of?.gross ?? 0n) - (of?.tax ?? 0n));
      }
    }),
  );
});

it('reverses exactly what was reported, for any mix of notes and a void', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.bigInt({ min: 1n, max: 400_000n }), { maxLength: 5 }),
      (lines, amounts) => {
        const reported = toReportLines(wholeLines(lines));
        const notes: ReturnType<typeof creditLines>[] = [];
        const reversed: ReportLine[] = [];
        for (const amount of amounts) {
          const earlier = notes.flatMap((note) => ('refusal' in note ? [] : [note]));
          const note = creditLines(lines, earlier, { kind: 'amount', amount });
          if ('refusal' in note) continue;
          notes.push(note);
          const parts = note.flatMap(({ index, net, tax: part }) => {
            const line = lines[index];
            return line ? [{ line, net, tax: part }] : [];
          });
          reversed.push(...toReportLines(parts));
        }
        const left = leftOf(reported, reversed);
        const sum = (all: readonly ReportLine[], what: 'amount' | 'tax') =>
          all.reduce((total, line) => total + line[what], 0n);
        for (const what of ['amount', 'tax'] as const)
          expect(sum(reversed, what) + sum(left, what)).toBe(sum(reported, what));
      },
    ),
  );
});
