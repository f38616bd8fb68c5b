import type { CalendarMonth } from '@florin/money';

/** MRR of a subscription from an instant on; minor units, without tax. */
export interface MrrPoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly mrr: bigint;
  /** MRR suspended by a pause. */
  readonly paused: bigint;
}

/** Points of one subscription, oldest first. */
export interface MrrHistory {
  readonly holderId: string;
  readonly points: readonly MrrPoint[];
}

/**
 * Change of MRR in a month, by customer: `mrr` is last month's plus `newMrr` and `expansion`, less
 * `contraction`, `churnedMrr` and `pausedMrr`, which the end of a pause makes negative.
 */
export interface MonthOfMrr {
  readonly mrr: bigint;
  readonly newMrr: bigint;
  readonly expansion: bigint;
  readonly contraction: bigint;
  readonly churnedMrr: bigint;
  readonly pausedMrr: bigint;
  /** Customers with MRR at the end of the month. */
  readonly customers: number;
  readonly churnedCustomers: number;
}

interface Sums {
  readonly mrr: bigint;
  readonly paused: bigint;
}

const nothing: Sums = { mrr: 0n, paused: 0n };

/** Sums MRR by customer at the end of each month, without storing histories. */
export class MrrMonths {
  /** Boundaries of the months, each with the sums by customer. */
  readonly #bounds: readonly { readonly at: number; readonly sums: Map<string, Sums> }[];

  /** @param months consecutive */
  constructor(months: readonly CalendarMonth[]) {
    const [first] = months;
    const instants = [...(first ? [first.startAt] : []), ...months.map(({ endAt }) => endAt)];
    this.#bounds = instants.map((at) => ({ at, sums: new Map() }));
  }

  add({ holderId, points }: MrrHistory): void {
    for (const { at, sums } of this.#bounds) {
      // An instant on a boundary belongs to the month that begins there.
      const point = points.findLast((each) => each.at < at);
      if (!point || (point.mrr === 0n && point.paused === 0n)) continue;
      const { mrr, paused } = sums.get(holderId) ?? nothing;
      sums.set(holderId, { mrr: mrr + point.mrr, paused: paused + point.paused });
    }
  }

  months(): readonly MonthOfMrr[] {
    return this.#bounds
      .slice(1)
      .map(({ sums }, index) => compare(this.#bounds[index]?.sums ?? new Map(), sums));
  }
}

function compare(before: ReadonlyMap<string, Sums>, after: ReadonlyMap<string, Sums>): MonthOfMrr {
  const moved = { newMrr: 0n, expansion: 0n, contraction: 0n, churnedMrr: 0n, pausedMrr: 0n };
  let [mrr, customers, churnedCustomers] = [0n, 0, 0];
  for (const customer of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(customer) ?? nothing, after.get(customer) ?? nothing];
    const [was, is] = [from.mrr + from.paused, to.mrr + to.paused];
    mrr += to.mrr;
    moved.pausedMrr += to.paused - from.paused;
    if (to.mrr > 0n) customers += 1;
    if (was === 0n) moved.newMrr += is;
    else if (is === 0n) {
      moved.churnedMrr += was;
      churnedCustomers += 1;
    } else if (is > was) moved.expansion += is - was;
    else moved.contraction += was - is;
  }
  return { mrr, ...moved, customers, churnedCustomers };
}
