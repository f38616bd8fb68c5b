import { sql } from 'kysely';
import { vi } from 'vitest';

let nowMs = Date.parse('2026-01-31T10:00:00Z');

/** The time that billing goes by in this file: it stands still until it is set or advanced. */
export const clock = {
  now: () => nowMs,
  set(instant: string) {
    nowMs = Date.parse(instant);
  },
  advance(durationMs: number) {
    nowMs += durationMs;
  },
};

vi.mock('../src/sql-now.ts', () => ({ sqlNow: () => sql<Date>`${new Date(nowMs)}::timestamptz` }));
