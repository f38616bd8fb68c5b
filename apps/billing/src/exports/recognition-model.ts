import { type CalendarMonth, divideHalfUp } from '@florin/money';

/** Instants are milliseconds since 1970. */
export interface Span {
  readonly startAt: number;
  readonly endAt: number;
}

/** When a subscription was served. */
export interface Service {
  /** Oldest first, without overlaps; the last one may not have ended: its `endAt` is Infinity. */
  readonly pauses: readonly Span[];
  /** Infinity while it has not ended. */
  readonly endedAt: number;
}

/** Service of a sale that belongs to no subscription. */
export const uninterrupted: Service = { pauses: [], endedAt: Number.POSITIVE_INFINITY };

/** A sale of the books, or a part of one that was taken back, which is negative. */
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
  /** Earned in this month, in a straight line over the time of service (ASC 606-10-25-31). */
  readonly recognized: bigint;
  /** Invoiced by its end and not yet earned. */
  readonly deferred: bigint;
}

interface Tally {
  readonly month: CalendarMonth;
  invoiced: bigint;
  recognized: bigint;
  deferred: bigint;
}

/** Sums sales by month, in any order; it keeps no sale. */
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
    // Time that had passed before the invoice is earned with it.
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
 * Part of a sale that is earned by an instant: by the time served, to the millisecond, and all of it
 * once the subscription has ended. The last part is the rest, so the parts add up.
 */
export function earned({ net, startAt, endAt, service }: Sold, at: number): bigint {
  if (at < startAt) return 0n;
  const length = endAt - startAt;
  const served = servedBetween(service.pauses, startAt, at);
  if (served >= length || at >= service.endedAt) return net;
  return divideHalfUp(net * BigInt(served), BigInt(length));
}

/** Milliseconds between two instants without the pauses among them. */
function servedBetween(pauses: readonly Span[], from: number, until: number): number {
  return pauses.reduce(
    (served, { startAt, endAt }) =>
      served - Math.max(0, Math.min(endAt, until) - Math.max(startAt, from)),
    until - from,
  );
}
