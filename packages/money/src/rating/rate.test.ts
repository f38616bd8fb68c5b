import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, parseDecimal, type Rational, rational, roundHalfUp } from '../rational.ts';
import { amountOf, rate } from './rate.ts';
import { faultOfTiers, type PriceScheme, type Tier } from './scheme.ts';

const costs = (scheme: PriceScheme, quantity: number) =>
  Number(amountOf(scheme, rational(BigInt(quantity))));
const tier = (upTo: number | null, unitAmount: string, flatAmount = '0'): Tier => ({
  upTo,
  unitAmount,
  flatAmount,
});

describe('one price per unit', () => {
  const fraction = { kind: 'per_unit', unitAmount: '0.35' } as const;
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [10, 4],
    [100, 35],
    [1_000, 350],
  ])('%d units at 0.35 cost %d', (quantity, amount) => {
    expect(costs(fraction, quantity)).toBe(amount);
  });

  it('sells whole packages', () => {
    const rounded = (round: 'up' | 'down') =>
      ({ kind: 'per_unit', unitAmount: '500', packages: { divideBy: 1_000, round } }) as const;
    expect([0, 1, 1_000, 1_001].map((units) => costs(rounded('up'), units))).toEqual([
      0, 500, 500, 1_000,
    ]);
    expect([0, 999, 1_000, 1_999].map((units) => costs(rounded('down'), units))).toEqual([
      0, 0, 500, 500,
    ]);
  });
});

describe('tiers', () => {
  const tiers = [tier(5, '700'), tier(10, '650', '100'), tier(null, '600', '250')];

  it.each([
    [0, 0],
    [5, 3_500],
    [6, 3_500 + 650 + 100],
    [10, 3_500 + 3_250 + 100],
    [11, 3_500 + 3_250 + 100 + 600 + 250],
  ])('graduated: %d units cost %d', (quantity, amount) => {
    expect(costs({ kind: 'tiered', mode: 'graduated', tiers }, quantity)).toBe(amount);
  });

  it.each([
    [0, 0],
    [5, 3_500],
    [6, 6 * 650 + 100],
    [10, 6_500 + 100],
    [11, 6_600 + 250],
  ])('volume: %d units cost %d', (quantity, amount) => {
    expect(costs({ kind: 'tiered', mode: 'volume', tiers }, quantity)).toBe(amount);
  });

  it('charges the flat amount of the first tier without any unit', () => {
    const based = [tier(10, '0', '2000'), tier(null, '150')];
    expect(costs({ kind: 'tiered', mode: 'graduated', tiers: based }, 0)).toBe(2_000);
    expect(costs({ kind: 'tiered', mode: 'graduated', tiers: based }, 12)).toBe(2_300);
  });

  it.each([
    [
      'a gap is impossible, an overlap is refused',
      [tier(5, '1'), tier(5, '1'), tier(null, '1')],
      1,
    ],
    ['descending', [tier(5, '1'), tier(4, '1'), tier(null, '1')], 1],
    ['nothing before the first', [tier(0, '1'), tier(null, '1')], 0],
    ['no last tier', [tier(5, '1'), tier(9, '1')], 1],
    ['a last tier in the middle', [tier(null, '1'), tier(9, '1')], 0],
    ['101 tiers', Array.from({ length: 101 }, (_, index) => tier(index + 1, '1')), 100],
  ])('are refused: %s', (_, wrong, index) => {
    expect(faultOfTiers(wrong)?.index).toBe(index);
  });

  it('are accepted in ascending order', () => {
    expect(faultOfTiers(tiers)).toBeUndefined();
    expect(faultOfTiers([tier(null, '1')])).toBeUndefined();
  });
});

/** Up to twelve decimals. */
const decimal = fc
  .tuple(fc.nat(5_000), fc.nat({ max: 12 }), fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }))
  .map(([whole, decimals, rest]) =>
    decimals === 0
      ? `${whole}`
      : `${whole}.${rest.toString().padStart(12, '0').slice(0, decimals)}`,
  );
const tiersOf = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 40 }), unit: decimal, flat: decimal }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((sizes) => {
    let upTo = 0;
    return sizes.map(({ size, unit, flat }, index): Tier => {
      upTo += size;
      return tier(index === sizes.length - 1 ? null : upTo, unit, flat);
    });
  });
const scheme: fc.Arbitrary<PriceScheme> = fc.oneof(
  decimal.map((unitAmount) => ({ kind: 'per_unit' as const, unitAmount })),
  fc.record({
    kind: fc.constant('per_unit' as const),
    unitAmount: decimal,
    packages: fc.record({
      divideBy: fc.integer({ min: 2, max: 50 }),
      round: fc.constantFrom('up' as const, 'down' as const),
    }),
  }),
  fc.record({
    kind: fc.constant('tiered' as const),
    mode: fc.constantFrom('graduated' as const, 'volume' as const),
    tiers: tiersOf,
  }),
);

const exact = (text: string) => parseDecimal(text) as Rational;

/** The price by adding single units, without any of the product's arithmetic on tiers. */
function counted(price: PriceScheme, quantity: number): Rational {
  const sum = (amounts: readonly Rational[]) => amounts.reduce(add, rational(0n));
  if (price.kind === 'per_unit') {
    const { packages, unitAmount } = price;
    if (!packages) return sum(Array.from({ length: quantity }, () => exact(unitAmount)));
    const full = Math.floor(quantity / packages.divideBy);
    const isStarted = quantity % packages.divideBy > 0 && packages.round === 'up';
    return sum(Array.from({ length: full + (isStarted ? 1 : 0) }, () => exact(unitAmount)));
  }
  const { tiers, mode } = price;
  const tierOf = (unit: number) => tiers.findIndex(({ upTo }) => upTo === null || unit <= upTo);
  const reached = tierOf(quantity);
  const units = Array.from({ length: quantity }, (_, index) => {
    const at = mode === 'volume' ? reached : tierOf(index + 1);
    return exact(tiers[at]?.unitAmount ?? '');
  });
  const flats = tiers
    .filter((_, index) => (mode === 'volume' ? index === reached : index <= reached))
    .map(({ flatAmount }) => exact(flatAmount));
  return sum([...units, ...flats]);
}

it('equals the sum of single units, for every scheme', () => {
  fc.assert(
    fc.property(scheme, fc.nat(200), (price, quantity) => {
      const { amount, parts } = rate(price, rational(BigInt(quantity)));
      expect(compare(amount, counted(price, quantity))).toBe(0);
      expect(compare(amount, parts.map((part) => part.amount).reduce(add))).toBe(0);
      expect(amountOf(price, rational(BigInt(quantity)))).toBe(roundHalfUp(amount));
    }),
    { numRuns: 5_000 },
  );
});

it('never prices more units lower, unless the tiers give volume discounts', () => {
  const graduated = scheme.filter(
    (price) => price.kind === 'per_unit' || price.mode === 'graduated',
  );
  fc.assert(
    fc.property(graduated, fc.nat(200), fc.nat(50), (price, quantity, more) => {
      const [less, all] = [quantity, quantity + more].map((units) =>
        amountOf(price, rational(BigInt(units))),
      ) as [bigint, bigint];
      expect(less <= all).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('prices parts of units exactly', () => {
  const tiers = [tier(1, '10'), tier(null, '4')];
  const half = rate({ kind: 'tiered', mode: 'graduated', tiers }, rational(3n, 2n));
  expect(compare(half.amount, rational(12n))).toBe(0);
  expect(() => rate({ kind: 'per_unit', unitAmount: '1' }, rational(-1n))).toThrow(RangeError);
});
