import type { databaseNow as now } from '@florin/billing/src/store/clock.ts';
import { sql } from 'kysely';
import { letClockBeSet } from './stepping-clock.ts';

export * from '@florin/billing/src/store/clock.ts';

letClockBeSet();

/** The time by the clock of its process instead of the database's. */
export const databaseNow: typeof now = () => sql<Date>`${new Date()}::timestamptz`;
