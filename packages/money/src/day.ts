import { Temporal } from 'temporal-polyfill';

/** The day of an instant (milliseconds since 1970) by the calendar of a time zone, as ISO 8601 has it. */
export function dayOf(atMs: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString();
}

/** When a day of a time zone's calendar, as ISO 8601 has it, begins, or the one so many days later. */
export function startOfDay(day: string, timezone: string, daysLater = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater });
  return date.toZonedDateTime(timezone).epochMilliseconds;
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
