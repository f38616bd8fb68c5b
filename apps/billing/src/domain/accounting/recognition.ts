import { type CalendarMonth, divideHalfUp } from '@florin/money';

/** Instants are milliseconds since 1970. */
export interface Span {
  readonly startAt: number;
  readonly endAt: number;
}

/** Service periods of a subscription. */
export interface Service {
  /** Oldest first, without overlaps; the last pause may be unfinished: its `endAt` is Infinity. */
  readonly pauses: readonly Span[];
  /** Infinity if it has not ended. */
  readonly endedAt: number;
}

/** For sales without a subscription. */
export const uninterrupted: Service = { pauses: [], endedAt: Number.POSITIVE_INFINITY };

/** A booked sale, or a credited part of one, which is negative. */
export interface Sold extends Span {
  /** Minor units, without tax. */
  readonly net: bigint;
  /** When it was booked. */
  readonly bookedAt: number;
  readonly service: Service;
}

/** Revenue of a month; minor units, without tax. */
export interface MonthOfRevenue {
  readonly month: string;
  readonly invoiced: bigint;
  /** Earned in this month, in a straight line over the service period (ASC 606-10-25-31). */
  readonly recognized: bigint;
  /** Invoiced by the end of the month and not yet earned. */
  readonly deferred: bigint;
}

interface Tally {
  readonly month: CalendarMonth;
  invoiced: bigint;
  recognized: bigint;
  deferred: bigint;
}

/** Sums sales by month, in any order, without storing them. */
export class Recognition {
  readonly #tallies: readonly Tally[];

  /** @param months consecutive */
  constructor(months: readonly CalendarMonth[]) {
    this.#tallies = months.map((month) => ({
      ...{ month, invoiced: 0n, recognized: 0n, deferred: 0n },
    }));
  }

  add(sold: Sold): void {
    const { net, bookedAt } = sold;
    // Service before the invoice date is earned with the invoice.
    const earnedBy = (at: number) => (bookedAt < at ? earned(sold, at) : 0n);
    for (const tally of this.#tallies) {
      const { startAt, endAt } = tally.month;
      if (bookedAt >= endAt) continue;
      const earnedAtEnd = earnedBy(endAt);
      if (bookedAt >= startAt) tally.invoiced += net;
      tally.recognized += earnedAtEnd - earnedBy(startAt);
      tally.deferred += net - earnedAtEnd;
    }
  }

  months(): readonly MonthOfRevenue[] {
    return this.#tallies.map(({ month, ...sums }) => ({ month: month.name, ...sums }));
  }
}

/**
 * Part of a sale earned by an instant: in proportion to the time served, and in full once the
 * subscription has ended. The last part is the remainder, so the parts add up.
 */
export function earned({ net, startAt, endAt, service }: Sold, at: number): bigint {
  if (at < startAt) return 0n;
  const length = endAt - startAt;
  const served = servedBetween(service.pauses, startAt, at);
  if (served >= length || at >= service.endedAt) return net;
  return divideHalfUp(net * BigInt(served), BigInt(length));
}

/** Milliseconds between two instants, without pauses. */
function servedBetween(pauses: readonly Span[], from: number, until: number): number {
  return pauses.reduce(
    (served, { startAt, endAt }) =>
      served - Math.max(0, Math.min(endAt, until) - Math.max(startAt, from)),
    until - from,
  );
}
