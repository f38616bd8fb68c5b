import { type RawBuilder, sql } from 'kysely';

const START = '2026-01-31T10:00:00Z';
let nowMs = Date.parse(START);

/** Billing's time in tests, which stands still until it is set or advanced. */
export const clock = {
  now: () => nowMs,
  set(instant: string) {
    nowMs = Date.parse(instant);
  },
  advance(durationMs: number) {
    nowMs += durationMs;
  },
  reset() {
    clock.set(START);
  },
};

/** Replaces the database time. */
export const sqlNow = (): RawBuilder<Date> => sql`${new Date(nowMs)}::timestamptz`;
