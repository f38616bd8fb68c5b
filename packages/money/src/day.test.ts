import { expect, it } from 'vitest';
import { dayOf, daysLater, endOfDayLater } from './day.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/Lisbon',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
];

/** Hours around offset changes in three years, and some others. */
function hoursOf(zone: string): readonly number[] {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const offsetAt = (at: number) => {
    const parts = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    }).format(at);
    return Date.parse(`${parts.replace(', ', 'T')}:00Z`) - at;
  };
  const changes: number[] = [];
  let last = offsetAt(from);
  for (let at = from; at < from + 3 * 365 * DAY_MS; at += 12 * HOUR_MS) {
    const offset = offsetAt(at);
    if (offset !== last) changes.push(at);
    last = offset;
  }
  const around = changes.flatMap((at) =>
    Array.from({ length: 72 }, (_, hour) => at + (hour - 48) * HOUR_MS),
  );
  const others = Array.from({ length: 400 }, (_, index) => from + index * 2.7 * DAY_MS);
  return [...around, ...others.map(Math.floor)];
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

it.each(zones)('counts calendar days in %s across clock changes', (zone) => {
  const wrong: string[] = [];
  const hours = hoursOf(zone);
  for (const at of hours)
    for (const days of [0, 1, 3, 7, 14, 30, 90]) {
      const day = dayAfter(dayOf(at, zone), days);
      const later = daysLater(at, zone, days);
      const end = endOfDayLater(at, zone, days);
      // A time skipped by a clock change moves forward by an hour, at most into the next day.
      const isThatDay = dayOf(later, zone) === day || dayOf(later - HOUR_MS, zone) === day;
      const isEnd = dayOf(end, zone) === day && dayOf(end + 1, zone) === dayAfter(day, 1);
      if (!isThatDay || !isEnd) wrong.push(`${new Date(at).toISOString()} + ${days}`);
    }
  expect(hours.length).toBeGreaterThan(390);
  expect(wrong).toEqual([]);
});

it('preserves the time of day across a clock change', () => {
  const at = Date.parse('2026-03-02T07:30:00Z');
  expect(new Date(daysLater(at, 'America/Los_Angeles', 30)).toISOString()).toBe(
    '2026-04-01T06:30:00.000Z',
  );
});
