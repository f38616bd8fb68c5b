import {
  costOf,
  faultOfTiers,
  formatDecimal,
  multiply,
  parseDecimal,
  rational,
  type Tier,
  type UnitPrice,
} from '@florin/money';
import { decimalsOf } from './decimals.ts';

export const pricings = ['per_unit', 'packages', 'graduated', 'volume'] as const;

/** Typed texts of one tier, amounts in major units; `upTo` is unused on the last tier. */
export interface TypedTier {
  readonly upTo: string;
  readonly unit: string;
  readonly flat: string;
}

/** The tiers of a form field; one open tier if the field is empty. */
export function tiersOf(text: string): readonly TypedTier[] {
  return text === '' ? [{ upTo: '', unit: '', flat: '' }] : JSON.parse(text);
}

/** The price that a form describes; undefined while it is incomplete or wrong. */
export function readPricing(
  values: Readonly<Record<string, string>>,
  currency: string,
): UnitPrice | undefined {
  const { pricing, unit = '', size = '', tiers = '' } = values;
  if (pricing === 'graduated' || pricing === 'volume')
    return readTiers(pricing, tiersOf(tiers), currency);
  const unitAmount = toMinorDecimal(unit, currency);
  if (unitAmount === undefined) return undefined;
  if (pricing !== 'packages') return { kind: 'per_unit', unitAmount };
  const divideBy = toCount(size);
  return divideBy === undefined || divideBy < 2
    ? undefined
    : { kind: 'per_unit', unitAmount, packages: { divideBy, round: 'up' } };
}

function readTiers(
  mode: 'graduated' | 'volume',
  typed: readonly TypedTier[],
  currency: string,
): UnitPrice | undefined {
  const tiers: Tier[] = [];
  for (const [index, { upTo, unit, flat }] of typed.entries()) {
    const isLast = index === typed.length - 1;
    const end = isLast ? null : toCount(upTo);
    const unitAmount = toMinorDecimal(unit, currency);
    const flatAmount = toMinorDecimal(flat === '' ? '0' : flat, currency);
    if (end === undefined || unitAmount === undefined || flatAmount === undefined) return undefined;
    tiers.push({ upTo: end, unitAmount, flatAmount });
  }
  return faultOfTiers(tiers) ? undefined : { kind: 'tiered', mode, tiers };
}

/** Members of a request for a price. */
export function toPriceMembers(price: UnitPrice) {
  if (typeof price === 'bigint') return { unit_amount: Number(price) };
  if (price.kind === 'tiered')
    return {
      billing_scheme: 'tiered' as const,
      tiers_mode: price.mode,
      tiers: price.tiers.map(({ upTo, unitAmount, flatAmount }) => ({
        up_to: upTo ?? ('inf' as const),
        unit_amount_decimal: unitAmount,
        flat_amount_decimal: flatAmount,
      })),
    };
  const { unitAmount, packages } = price;
  return {
    unit_amount_decimal: unitAmount,
    ...(packages && {
      transform_quantity: { divide_by: packages.divideBy, round: packages.round },
    }),
  };
}

/** Minor units that a quantity costs. */
export function costIn(price: UnitPrice, quantity: number): number {
  return Number(costOf(price, quantity));
}

/** Minor units as a decimal of typed major units, `0.0035`; undefined if it is not an amount. */
export function toMinorDecimal(typed: string, currency: string): string | undefined {
  const major = parseDecimal(typed.trim().replace(',', '.'));
  if (!major) return undefined;
  const minor = multiply(major, rational(10n ** BigInt(decimalsOf(currency))));
  return formatDecimal(minor);
}

function toCount(typed: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : undefined;
}
