import type { Uuid } from '@florin/contracts';
import {
  atLeastZero,
  multiply,
  parseDecimal,
  rational,
  roundHalfUp,
  splitBy,
  sumOf,
  ZERO,
} from '@florin/money';
import type { Line, LineDiscount, Off } from '../charge.ts';

/** Maximum number of discounts of one object. */
export const DISCOUNTS_MAX = 5;

/** A redeemed coupon with its terms, which never change. Instants are milliseconds since 1970. */
export interface Discount {
  readonly couponId: Uuid;
  readonly promotionCodeId: Uuid | null;
  readonly name: string | null;
  readonly off: Off;
  /** Products whose lines it reduces; null for all lines. */
  readonly productIds: readonly Uuid[] | null;
  readonly startAt: number;
  /** Null if it reduces one invoice, or has no end. */
  readonly endAt: number | null;
}

/** A coupon, and whether it reduces a line. */
interface Reducing {
  readonly discount: Pick<LineDiscount, 'couponId' | 'name' | 'off'>;
  readonly covers: (line: Line) => boolean;
}

/**
 * Lines with those of their discounts, each directly behind the line that it reduces. Each coupon
 * reduces what the ones before left.
 */
export function withDiscounts(
  lines: readonly Line[],
  discounts: readonly Discount[],
): readonly Line[] {
  return reduced(
    lines,
    discounts.map((discount) => ({
      discount,
      covers: ({ productId }) =>
        discount.productIds === null ||
        (productId !== undefined && discount.productIds.includes(productId)),
    })),
  );
}

/** The same lines with their discounts computed again, for an explanation. */
export function discountedAgain(lines: readonly Line[]): readonly Line[] {
  const known = new Map<Uuid, LineDiscount>();
  for (const { discount } of lines) if (discount) known.set(discount.couponId, discount);
  const inOrder = [...known.values()].toSorted((a, b) => a.place - b.place);
  const reducing = inOrder.map((discount) => ({
    discount,
    covers: ({ coupons = [] }: Line) => coupons.includes(discount.couponId),
  }));
  return reduced(withoutDiscounts(lines), reducing);
}

export function withoutDiscounts(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ type }) => type !== 'discount');
}

function reduced(lines: readonly Line[], reducing: readonly Reducing[]): readonly Line[] {
  const left = lines.map(({ amount }) => amount);
  const behind: Line[][] = lines.map(() => []);
  const coupons: Uuid[][] = lines.map(() => []);
  for (const [place, { discount, covers }] of reducing.entries()) {
    const covered = [...lines.entries()].filter(([, line]) => isReducible(line) && covers(line));
    const parts = partsOf(
      discount.off,
      covered.map(([index]) => left[index] ?? 0n),
      sumOfSold(lines, left),
    );
    for (const [nth, [index, line]] of covered.entries()) {
      const part = parts[nth] ?? 0n;
      coupons[index]?.push(discount.couponId);
      if (part === 0n) continue;
      left[index] = (left[index] ?? 0n) - part;
      behind[index]?.push(toDiscountLine(line, part, { ...discount, place }));
    }
  }
  return lines.flatMap((line, index) => [
    ...(coupons[index]?.length ? [{ ...line, coupons: coupons[index] }] : [line]),
    ...(behind[index] ?? []),
  ]);
}

/** Discounts never reduce credit, taxes, unused time and reductions by the seller. */
function isReducible({ amount, ...line }: Line): boolean {
  return amount > 0n && isSold(line);
}

function isSold({ type }: Pick<Line, 'type'>): boolean {
  return type === 'item' || type === 'period' || type === 'proration';
}

function sumOfSold(lines: readonly Line[], left: readonly bigint[]): bigint {
  const sum = lines.reduce(
    (total, line, index) => (isSold(line) ? total + (left[index] ?? 0n) : total),
    0n,
  );
  return atLeastZero(sum);
}

/** The reduction of each line, in all at most `most`: a sum of items never falls below zero. */
function partsOf(off: Off, left: readonly bigint[], most: bigint): readonly bigint[] {
  const sum = sumOf(left);
  if (sum === 0n) return left.map(() => 0n);
  const parts = wantedParts(off, left, sum);
  return sumOf(parts) > most ? splitBy(most, parts) : parts;
}

function wantedParts(off: Off, left: readonly bigint[], sum: bigint): readonly bigint[] {
  if (off.kind === 'percent') return left.map((amount) => percentOf(amount, off.percent));
  return off.amount < sum ? splitBy(off.amount, left) : left;
}

/** A percentage of an amount, halves away from zero. */
function percentOf(amount: bigint, percent: string): bigint {
  const exact = parseDecimal(percent) ?? ZERO;
  return roundHalfUp(multiply(exact, rational(amount, 100n)));
}

function toDiscountLine(
  line: Line,
  part: bigint,
  { couponId, name, off, place }: Omit<LineDiscount, 'reduces'>,
): Line {
  const { type: reduces, planId, startAt, endAt, taxClass, supply, isTaxInclusive } = line;
  return {
    type: 'discount',
    planId,
    quantity: 1,
    unitAmount: -part,
    amount: -part,
    startAt,
    endAt,
    remainingSeconds: null,
    periodSeconds: null,
    ...(name !== null && { description: name }),
    ...(taxClass !== undefined && { taxClass }),
    ...(supply !== undefined && { supply }),
    ...(isTaxInclusive !== undefined && { isTaxInclusive }),
    discount: { couponId, name, off, place, reduces },
  };
}
