import { Temporal } from 'temporal-polyfill';

/** The day of an instant (milliseconds since 1970) by the calendar of a time zone, as ISO 8601 has it. */
export function dayOf(atMs: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString();
}
