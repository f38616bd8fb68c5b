import { Temporal } from 'temporal-polyfill';

/** The ISO 8601 day of an instant (milliseconds since 1970) in a time zone. */
export function dayOf(atMs: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString();
}

/**
 * The instant at which a day (ISO 8601) in a time zone begins, or a day `daysLater` days after it.
 */
export function startOfDay(day: string, timezone: string, daysLater = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater });
  return date.toZonedDateTime(timezone).epochMilliseconds;
}

/** The same time of day `days` days later (or earlier, if negative) in a time zone. */
export function daysLater(atMs: number, timezone: string, days: number): number {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).add({ days })
    .epochMilliseconds;
}

/** The last millisecond of the day `days` days after an instant, which is the payment deadline. */
export function endOfDayLater(atMs: number, timezone: string, days: number): number {
  return startOfDay(dayOf(atMs, timezone), timezone, days + 1) - 1;
}

/** A calendar month in milliseconds since 1970. `endAt` is the start of the next one. */
export interface CalendarMonth {
  /** `2026-01`. */
  readonly name: string;
  readonly startAt: number;
  readonly endAt: number;
}

/** The calendar months that overlap a time span. `untilMs` is exclusive. */
export function monthsOf(fromMs: number, untilMs: number, timezone: string): CalendarMonth[] {
  const months: CalendarMonth[] = [];
  let day = Temporal.PlainDate.from(dayOf(fromMs, timezone)).with({ day: 1 });
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds;
  while (startOf(day) < untilMs) {
    const next = day.add({ months: 1 });
    const name = day.toPlainYearMonth().toString();
    months.push({ name, startAt: startOf(day), endAt: startOf(next) });
    day = next;
  }
  return months;
}
