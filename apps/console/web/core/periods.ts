/** Billing interval of a subscription, as in the API. */
export interface Rhythm {
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly interval_count: number;
  /** Its day of the month starts every period. */
  readonly billing_cycle_anchor: string;
}

/** Ends of the next `count` periods, starting with the one that ends at `end`. */
export function nextEnds(end: string, rhythm: Rhythm, count: number): readonly string[] {
  const from = new Date(end);
  return Array.from({ length: count }, (_, periods) => endAfter(from, rhythm, periods));
}

const DAY_MS = 86_400_000;

function endAfter(
  from: Date,
  { interval, interval_count, billing_cycle_anchor }: Rhythm,
  periods: number,
): string {
  const steps = periods * interval_count;
  if (interval === 'day' || interval === 'week') {
    const days = interval === 'week' ? 7 * steps : steps;
    return new Date(from.getTime() + days * DAY_MS).toISOString();
  }
  const months = interval === 'year' ? 12 * steps : steps;
  const at = new Date(from);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  // A month shorter than the anchor day ends on its last day.
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(new Date(billing_cycle_anchor).getUTCDate(), last));
  return at.toISOString();
}

/** The same day of the next month, or its last day. */
export function monthLater(instant: string): string {
  const rhythm = { interval: 'month', interval_count: 1, billing_cycle_anchor: instant } as const;
  return endAfter(new Date(instant), rhythm, 1);
}
