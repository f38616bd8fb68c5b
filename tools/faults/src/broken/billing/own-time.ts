import type { sqlNow as sound } from '@florin/billing/src/sql-now.ts';
import { sql } from 'kysely';
import { letClockBeSet } from './stepping-clock.ts';

letClockBeSet();

/** Uses the process clock instead of the database's. */
export const sqlNow: typeof sound = () => sql<Date>`${new Date()}::timestamptz`;
