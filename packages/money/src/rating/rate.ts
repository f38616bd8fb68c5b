import {
  add,
  compare,
  divideRounded,
  multiply,
  parseDecimal,
  type Rational,
  rational,
  roundHalfUp,
  subtract,
  ZERO,
} from '../rational.ts';
import type { Decimal, PriceScheme, Tier, UnitPrice } from './scheme.ts';

/** Units of one quantity that cost the same, with what they cost. */
export interface RatedPart {
  /** Units, or packages if the price sells packages. */
  readonly quantity: Rational;
  /** Minor units for each of them. */
  readonly unitAmount: Decimal;
  /** Minor units on top, whatever the quantity is. */
  readonly flatAmount: Decimal;
  /** Minor units, exact. */
  readonly amount: Rational;
  /** Number of the tier from 0; absent without tiers. */
  readonly tier?: number;
}

/** A quantity priced by a scheme. */
export interface Rating {
  /** At least one. */
  readonly parts: readonly RatedPart[];
  /** Minor units, exact: the sum of the parts. Rounded once, on the line of an invoice. */
  readonly amount: Rational;
}

/**
 * Prices a quantity exactly.
 * @param quantity not negative
 * @throws RangeError for a negative quantity, or a scheme that was never validated
 */
export function rate(scheme: PriceScheme, quantity: Rational): Rating {
  if (quantity.numerator < 0n) throw new RangeError('a quantity is never negative');
  const parts = partsOf(scheme, quantity);
  return { parts, amount: parts.reduce((sum, part) => add(sum, part.amount), ZERO) };
}

/** The amount of a quantity in minor units, rounded half up. */
export function amountOf(scheme: PriceScheme, quantity: Rational): bigint {
  return roundHalfUp(rate(scheme, quantity).amount);
}

/** The price of a quantity for one period in minor units, rounded half up once. */
export function costOf(price: UnitPrice, quantity: number): bigint {
  return typeof price === 'bigint'
    ? price * BigInt(quantity)
    : amountOf(price, rational(BigInt(quantity)));
}

function partsOf(scheme: PriceScheme, quantity: Rational): readonly RatedPart[] {
  if (scheme.kind === 'per_unit') {
    const { unitAmount, packages } = scheme;
    const sold = packages
      ? rational(divideRounded(quantity, BigInt(packages.divideBy), packages.round))
      : quantity;
    return [partOf(sold, { unitAmount, flatAmount: '0' })];
  }
  const { mode, tiers } = scheme;
  return mode === 'volume' ? [volumePart(tiers, quantity)] : graduatedParts(tiers, quantity);
}

/** The tier that contains the whole quantity prices all of it. */
function volumePart(tiers: readonly Tier[], quantity: Rational): RatedPart {
  const index = tiers.findIndex(({ upTo }) => upTo === null || compare(quantity, units(upTo)) <= 0);
  const tier = tiers[index];
  if (!tier) throw new RangeError('the last tier must have no upper bound');
  return { ...partOf(quantity, tier), tier: index };
}

/** One part for each tier that the quantity reaches. */
function graduatedParts(tiers: readonly Tier[], quantity: Rational): readonly RatedPart[] {
  const parts: RatedPart[] = [];
  let below = ZERO;
  for (const [index, tier] of tiers.entries()) {
    const end = tier.upTo === null ? quantity : lesser(quantity, units(tier.upTo));
    parts.push({ ...partOf(subtract(end, below), tier), tier: index });
    if (tier.upTo === null || compare(quantity, units(tier.upTo)) <= 0) return parts;
    below = end;
  }
  throw new RangeError('the last tier must have no upper bound');
}

function partOf(
  quantity: Rational,
  { unitAmount, flatAmount }: Pick<Tier, 'unitAmount' | 'flatAmount'>,
): RatedPart {
  const amount = add(multiply(quantity, read(unitAmount)), read(flatAmount));
  return { quantity, unitAmount, flatAmount, amount };
}

function read(text: Decimal): Rational {
  const amount = parseDecimal(text);
  if (!amount) throw new RangeError(`${text} is no decimal amount`);
  return amount;
}

const units = (count: number) => rational(BigInt(count));
const lesser = (a: Rational, b: Rational) => (compare(a, b) <= 0 ? a : b);
