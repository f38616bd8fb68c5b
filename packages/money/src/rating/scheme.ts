/** Decimal text of minor units or of units, `0.0035`; see `parseDecimal`. */
export type Decimal = string;

/** Minor units of one unit for one period, or a scheme that prices the whole quantity. */
export type UnitPrice = bigint | PriceScheme;

/** How the quantity of one period becomes an amount. Never changes once a price is created. */
export type PriceScheme = PerUnitScheme | TieredScheme;

/** Every unit, or every package of units, costs the same. */
export interface PerUnitScheme {
  readonly kind: 'per_unit';
  /** Minor units for one unit, or for one package. */
  readonly unitAmount: Decimal;
  /** Absent if single units are sold. */
  readonly packages?: Packages;
}

/** Packages of `divideBy` units: a part of a package counts as one, or not at all. */
export interface Packages {
  readonly divideBy: number;
  readonly round: 'up' | 'down';
}

export const tiersModes = ['graduated', 'volume'] as const;

/**
 * Tiers by quantity. `graduated`: each unit costs the price of its tier. `volume`: all units cost the
 * price of the tier that the quantity reaches.
 */
export interface TieredScheme {
  readonly kind: 'tiered';
  readonly mode: (typeof tiersModes)[number];
  /** Ascending; the last one has no upper bound. */
  readonly tiers: readonly Tier[];
}

export interface Tier {
  /** The last unit of the tier; null for the last tier. */
  readonly upTo: number | null;
  /** Minor units for each unit of the tier. */
  readonly unitAmount: Decimal;
  /** Minor units, once a quantity reaches the tier. The first tier is reached by 0 units. */
  readonly flatAmount: Decimal;
}

const TIERS_MAX = 100;

/**
 * The first rule that tiers break, with the path of the member within the list; undefined for valid
 * tiers.
 */
export function faultOfTiers(tiers: readonly Pick<Tier, 'upTo'>[]): TierFault | undefined {
  if (tiers.length > TIERS_MAX)
    return { index: TIERS_MAX, text: `must be one of at most ${TIERS_MAX} tiers` };
  let below = 0;
  for (const [index, { upTo }] of tiers.entries()) {
    const isLast = index === tiers.length - 1;
    if (upTo === null && !isLast)
      return { index, text: 'must be a number; only the last tier has no upper bound' };
    if (upTo !== null && isLast)
      return { index, text: 'must be inf: the last tier prices all further units' };
    if (upTo !== null && upTo <= below)
      return { index, text: `must be more than ${below}, where the tier before it ends` };
    below = upTo ?? below;
  }
  return undefined;
}

export interface TierFault {
  readonly index: number;
  /** Why its `up_to` is wrong, and what is right. */
  readonly text: string;
}
