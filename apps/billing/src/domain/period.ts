import { type CalendarMonth, monthsOf, startOfDay } from '@florin/money';

/** A close or reopening of a seller's books. Instants are milliseconds since 1970. */
export interface PeriodChange {
  readonly kind: 'closed' | 'reopened';
  /** `2026-01`. */
  readonly month: string;
  /** Entries before this instant are final. */
  readonly closedUntil: number;
  /** Why it was reopened; null for a close. */
  readonly reason: string | null;
  /** Public id of a user or an API key; null for neither. */
  readonly actor: string | null;
  readonly at: number;
}

/** The month `2026-01` in the calendar of a time zone. */
export function monthIn(name: string, timezone: string): CalendarMonth {
  const startAt = startOfDay(`${name}-01`, timezone);
  const [month] = monthsOf(startAt, startAt + 1, timezone);
  if (!month) throw new Error(`${name} is not a month`);
  return month;
}

/** Transactions that began in a month have ended by then. */
const GRACE_MS = 3_600_000;

/** Reason why a month cannot be closed yet; undefined if it can. */
export function refusalOfClose({ name, endAt }: CalendarMonth, now: number): string | undefined {
  return now < endAt + GRACE_MS
    ? `${name} can be closed one hour after its end, at ${new Date(endAt + GRACE_MS).toISOString()}`
    : undefined;
}

/** Whether a whole month is closed. */
export function isClosed({ endAt }: CalendarMonth, closedUntil: number | undefined): boolean {
  return closedUntil !== undefined && endAt <= closedUntil;
}

/** The instant an entry counts at: its own, or the start of the first open period. */
export function postedAt(at: number, closedUntil: number | undefined): number {
  return Math.max(at, closedUntil ?? at);
}
