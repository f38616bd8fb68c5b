/** How a subscription repeats, as the API says it. */
export interface Rhythm {
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly interval_count: number;
  /** The day of the month that its periods begin on. */
  readonly billing_cycle_anchor: string;
}

/** The ends of the periods behind one that ends at `end`, that one first. */
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
  // A month that is too short for the day of the anchor ends on its last.
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(new Date(billing_cycle_anchor).getUTCDate(), last));
  return at.toISOString();
}

/** The same day of the next month, or its last. */
export function monthLater(instant: string): string {
  const rhythm = { interval: 'month', interval_count: 1, billing_cycle_anchor: instant } as const;
  return endAfter(new Date(instant), rhythm, 1);
}
