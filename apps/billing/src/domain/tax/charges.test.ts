import { newId } from '@florin/contracts';
import { builtInTable, decideTax, taxRoundings } from '@florin/tax';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownPlan, paid, planOf, Story } from '../../../test/stories.ts';
import type { Charge, Line } from '../charge.ts';
import { withCredit } from '../credit.ts';
import { decide } from '../subscription/decide.ts';
import { addedTaxOf, boughtBy, type TaxedSale, withTax } from './charges.ts';

const seller = { country: 'DE', region: null, postalCode: null, chargesTax: true, usesOss: true };
const buyers = ['DE', 'AT', 'US'].map((country) => ({
  country,
  region: null,
  postalCode: null,
  taxIds: [],
  exemption: 'none' as const,
}));

const sale = fc
  .record({
    buyer: fc.constantFrom(...buyers),
    rounding: fc.constantFrom(...taxRoundings),
    pricesIncludeTax: fc.boolean(),
  })
  .map(
    ({ buyer, rounding, pricesIncludeTax }): TaxedSale => ({
      rounding,
      pricesIncludeTax,
      decide: (product) =>
        decideTax({ seller, buyer, day: '2026-01-16' }, product, {
          own: [],
          common: builtInTable,
        }),
    }),
  );

const plans = [
  planOf('basic_monthly'),
  planOf('pro_yearly'),
  { ...ownPlan(333n, 'month', 1), taxClass: 'reduced' },
  { ...ownPlan(4_999n, 'month', 1, 'gross'), taxBehavior: 'inclusive' as const },
  { ...ownPlan(77n, 'week', 1), taxBehavior: 'exclusive' as const },
];

/** The charge for changing a running subscription, before tax. */
function changeCharge(from: (typeof plans)[number], to: (typeof plans)[number], quantity: number) {
  const story = new Story('2026-01-01T00:00:00Z', { plan: from, quantity: 7 }).charged(paid);
  story.at('2026-01-04T05:06:07Z');
  const ids = { changeId: newId(), invoiceId: newId() };
  const decision = decide(story.state, { type: 'update', plan: to, quantity, ...ids }, story.now);
  const started =
    decision.accepted && decision.events.find(({ type }) => type === 'charge_started');
  return started && started.type === 'charge_started' ? started.charging.charge : undefined;
}

const sum = (lines: readonly Line[]) => lines.reduce((total, { amount }) => total + amount, 0n);

it('charges the sum of the lines, which is net plus tax less credit, for any sale', () => {
  let charges = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...plans),
      fc.constantFrom(...plans),
      fc.integer({ min: 1, max: 40 }),
      fc.bigInt({ min: 0n, max: 20_000n }),
      sale,
      (from, to, quantity, credit, given) => {
        const untaxed = changeCharge(from, to, quantity);
        if (!untaxed) return;
        charges += 1;
        const charge = withCredit(withTax(untaxed, given), credit);
        const taxes = boughtBy(charge.lines);
        expect(charge.amount).toBe(sum(charge.lines));
        expect(charge.amount >= 0n).toBe(true);
        expect(taxes.net + taxes.tax).toBe(taxes.gross);
        const credits = charge.lines.filter(({ type }) => type.startsWith('credit_'));
        expect(taxes.gross + sum(credits)).toBe(charge.amount);
        for (const { added, amount } of charge.lines)
          if (added) expect(addedTaxOf(charge.lines, added)).toBe(amount);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(charges).toBeGreaterThan(500);
});

it('leaves a charge unchanged if no tax settings exist', () => {
  const { charging } = new Story('2026-01-01T00:00:00Z').state;
  const charge = charging?.charge as Charge;
  expect(withTax(charge, undefined)).toBe(charge);
});
