import { Temporal } from 'temporal-polyfill';

/** The day of an instant (milliseconds since 1970) by the calendar of a time zone, as ISO 8601 has it. */
export function dayOf(atMs: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString();
}

/** The instant at which a day (ISO 8601) of a time zone's calendar begins, or the day `daysLater` days after it. */
export function startOfDay(day: string, timezone: string, daysLater = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater });
  return date.toZonedDateTime(timezone).epochMilliseconds;
}

/** The same time of day `days` days later (earlier, if negative) by the calendar of a time zone. */
export function daysLater(atMs: number, timezone: string, days: number): number {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone).add({ days })
    .epochMilliseconds;
}

/** The last millisecond of the day that is `days` days after an instant: a payment is in time until then. */
export function endOfDayLater(atMs: number, timezone: string, days: number): number {
  return startOfDay(dayOf(atMs, timezone), timezone, days + 1) - 1;
}

/** A month of a calendar; `endAt` is where the next one begins. Milliseconds since 1970. */
export interface CalendarMonth {
  /** `2026-01`. */
  readonly name: string;
  readonly startAt: number;
  readonly endAt: number;
}

/** The months of a time zone's calendar that a span touches; `untilMs` is not included. */
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
