import { Temporal } from 'temporal-polyfill';

/** How periods follow each other: by the calendar of a time zone, counted from one instant. */
export interface PeriodRule {
  /** Milliseconds since 1970. */
  readonly anchorAt: number;
  /** IANA. */
  readonly timezone: string;
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly intervalCount: number;
}

/**
 * The instant at which the period with this number begins and the one before it ends, in
 * milliseconds since 1970. Always counted from the anchor, so that a month too short for its day
 * clamps that one boundary only: 31 January, 28 February, 31 March.
 */
export function periodBoundary(
  { anchorAt, timezone, interval, intervalCount }: PeriodRule,
  index: number,
): number {
  return Temporal.Instant.fromEpochMilliseconds(anchorAt)
    .toZonedDateTimeISO(timezone)
    .add({ [`${interval}s`]: index * intervalCount }, { overflow: 'constrain' }).epochMilliseconds;
}
