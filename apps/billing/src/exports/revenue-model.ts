import { type CalendarMonth, divideHalfUp } from '@florin/money';

/** What was sold for a time, without its tax, in minor units; negative for what was taken back. */
export interface Sold {
  readonly customer: string;
  readonly net: bigint;
  readonly startAt: number;
  readonly endAt: number;
  /** When it was invoiced. Milliseconds since 1970, as all instants here. */
  readonly issuedAt: number;
}

/** A month of an account's business. Amounts are minor units. */
export interface MonthOfRevenue {
  readonly month: string;
  readonly invoiced: bigint;
  /** Earned in this month, by straight line over the time that was sold (ASC 606-10-25-31). */
  readonly recognized: bigint;
  /** Invoiced by its end, and not earned yet. */
  readonly deferred: bigint;
  /** What a month is worth of all that runs at its end. */
  readonly mrr: bigint;
  readonly newMrr: bigint;
  readonly expansion: bigint;
  readonly contraction: bigint;
  readonly churnedMrr: bigint;
  /** Customers that pay at its end, and those who did at its beginning and no more. */
  readonly customers: number;
  readonly churnedCustomers: number;
}

const DAY_MS = 86_400_000;
/** 400 years of the calendar have 146 097 days and 4 800 months. */
const [DAYS, MONTHS] = [146_097n, 4_800n];

/** What is told of a month while lines are read, in any order. */
interface Tally {
  readonly month: CalendarMonth;
  invoiced: bigint;
  recognized: bigint;
  deferred: bigint;
  /** By customer, what a month is worth at its end. */
  readonly atEnd: Map<string, bigint>;
}

/** Reads lines one by one, and remembers nothing of them but sums by month and customer. */
export class Revenue {
  readonly #tallies: readonly Tally[];
  /** The same at the beginning of the first month. */
  readonly #atStart = new Map<string, bigint>();

  /** @param months one after the other, without gaps */
  constructor(months: readonly CalendarMonth[]) {
    this.#tallies = months.map((month) => ({
      ...{ month, invoiced: 0n, recognized: 0n, deferred: 0n },
      atEnd: new Map(),
    }));
  }

  add(sold: Sold): void {
    const { net, issuedAt, customer } = sold;
    const worth = monthlyOf(sold);
    const [first] = this.#tallies;
    if (first && runsAt(sold, first.month.startAt)) put(this.#atStart, customer, worth);
    for (const tally of this.#tallies) {
      const { startAt, endAt } = tally.month;
      if (issuedAt >= startAt && issuedAt < endAt) tally.invoiced += net;
      // Nothing is earned before it is invoiced: what had passed by then is earned at that moment.
      const earnedBy = (at: number) => (issuedAt < at ? earned(sold, at) : 0n);
      tally.recognized += earnedBy(endAt) - earnedBy(startAt);
      if (issuedAt < endAt) tally.deferred += net - earnedBy(endAt);
      if (runsAt(sold, endAt)) put(tally.atEnd, customer, worth);
    }
  }

  months(): readonly MonthOfRevenue[] {
    return this.#tallies.map(({ month, invoiced, recognized, deferred, atEnd }, index) => ({
      ...{ month: month.name, invoiced, recognized, deferred },
      // Where a month ends the next one begins.
      ...compare(this.#tallies[index - 1]?.atEnd ?? this.#atStart, atEnd),
    }));
  }
}

/** Of what was sold, what is earned by an instant. The last share is what is left: nothing is lost. */
export function earned({ net, startAt, endAt }: Sold, at: number): bigint {
  if (at >= endAt || endAt <= startAt) return at >= startAt ? net : 0n;
  if (at <= startAt) return 0n;
  return divideHalfUp(net * BigInt(at - startAt), BigInt(endAt - startAt));
}

function runsAt({ startAt, endAt, issuedAt }: Sold, at: number): boolean {
  // An instant before the end of a month belongs to it, the end itself to the next one.
  return issuedAt < at && startAt < at && endAt >= at;
}

/** What a month is worth of it: a year's price in twelve parts, a day's in some thirty times. */
function monthlyOf({ net, startAt, endAt }: Sold): bigint {
  const length = BigInt(Math.max(1, endAt - startAt));
  const exact = divideHalfUp(net * DAYS * BigInt(DAY_MS), MONTHS * length);
  // Calendar months have 28 to 31 days: what is as long as one is worth what it costs.
  const months = Math.round(((endAt - startAt) / DAY_MS) * (Number(MONTHS) / Number(DAYS)));
  const isWholeMonths = months >= 1 && Math.abs(Number(length) / DAY_MS / months - 30.44) < 2.5;
  return isWholeMonths ? divideHalfUp(net, BigInt(months)) : exact;
}

function put(sums: Map<string, bigint>, customer: string, worth: bigint): void {
  sums.set(customer, (sums.get(customer) ?? 0n) + worth);
}

function compare(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>) {
  const moved = { newMrr: 0n, expansion: 0n, contraction: 0n, churnedMrr: 0n };
  let [mrr, customers, churnedCustomers] = [0n, 0, 0];
  for (const customer of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(customer) ?? 0n, after.get(customer) ?? 0n];
    mrr += is;
    if (is > 0n) customers += 1;
    if (was <= 0n && is > 0n) moved.newMrr += is - was;
    else if (was > 0n && is <= 0n) {
      moved.churnedMrr += was - is;
      churnedCustomers += 1;
    } else if (is > was) moved.expansion += is - was;
    else moved.contraction += was - is;
  }
  return { mrr, ...moved, customers, churnedCustomers };
}
