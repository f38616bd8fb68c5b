import type { PriceScheme, Tier } from '@florin/money';
import fc from 'fast-check';
import { intervals, type PlanTerms } from '../src/domain/price.ts';
import { ownPlan } from './stories.ts';

/** Minor units with up to twelve decimals. */
const decimal = fc
  .tuple(fc.nat(3_000), fc.nat({ max: 12 }), fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }))
  .map(([whole, places, rest]) =>
    places === 0 ? `${whole}` : `${whole}.${rest.toString().padStart(12, '0').slice(0, places)}`,
  );

const tiers = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 12 }), unit: decimal, flat: decimal }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => {
    let upTo = 0;
    return parts.map(({ size, unit: unitAmount, flat: flatAmount }, index): Tier => {
      upTo += size;
      return { upTo: index === parts.length - 1 ? null : upTo, unitAmount, flatAmount };
    });
  });

export const schemes: fc.Arbitrary<PriceScheme> = fc.oneof(
  decimal.map((unitAmount) => ({ kind: 'per_unit' as const, unitAmount })),
  fc.record({
    kind: fc.constant('per_unit' as const),
    unitAmount: decimal,
    packages: fc.record({
      divideBy: fc.integer({ min: 2, max: 9 }),
      round: fc.constantFrom('up' as const, 'down' as const),
    }),
  }),
  fc.record({
    kind: fc.constant('tiered' as const),
    mode: fc.constantFrom('graduated' as const, 'volume' as const),
    tiers,
  }),
);

/** Recurring prices by grammar: schemes, tiers, packages, decimals and intervals. */
export const schemePlans: fc.Arbitrary<PlanTerms> = fc
  .record({
    amount: schemes,
    interval: fc.constantFrom(...intervals),
    intervalCount: fc.integer({ min: 1, max: 3 }),
  })
  .map((terms) => ({ ...ownPlan(0n, 'month', 1, `price_${JSON.stringify(terms)}`), ...terms }));
