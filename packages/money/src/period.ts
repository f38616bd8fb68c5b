import { Temporal } from 'temporal-polyfill';

/** Recurrence of periods: by the calendar of a time zone, counted from an anchor. */
export interface PeriodRule {
  /** Milliseconds since 1970. */
  readonly anchorAt: number;
  /** IANA name. */
  readonly timezone: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly intervalCount: number;
}

/**
 * Start of the period with this index, in milliseconds since 1970. Always counted from the anchor,
 * so that a short month clamps only its own boundary: 31 January, 28 February, 31 March.
 */
export function periodBoundary(
  { anchorAt, timezone, interval, intervalCount }: PeriodRule,
  index: number,
): number {
  return Temporal.Instant.fromEpochMilliseconds(anchorAt)
    .toZonedDateTimeISO(timezone)
    .add({ [`${interval}s`]: index * intervalCount }, { overflow: 'constrain' }).epochMilliseconds;
}
