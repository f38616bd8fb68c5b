import { sql } from 'kysely';
import { runBilling } from './run-billing.ts';
import { letClockBeSet } from './stepping-clock.ts';

/** Lives by the clock of its process instead of the database's. */
letClockBeSet();
await runBilling({ sqlNow: () => sql<Date>`${new Date()}::timestamptz` });
