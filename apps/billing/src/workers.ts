import type { Uuid } from '@florin/contracts';
import { deleteOldKeys, deletePublished, pruneInbox } from '@florin/database';
import type { Report, Worker } from '@florin/service';
import type { Kysely } from 'kysely';
import type { CollectDeps } from './collection/charges/collect-from-customer.ts';
import { cancelPayments } from './collection/payments/operations.ts';
import { EXPORTS_KEPT_DAYS } from './documents/exports/link.ts';
import { type MakeDeps, makeNextExport } from './documents/exports/make.ts';
import { deleteOldExports } from './documents/exports/queries.ts';
import { deleteExpiredSessions } from './documents/portal/sessions.ts';
import { expireCredits } from './invoicing/credits/expire.ts';
import { carryOver } from './invoicing/invoices/carry-over.ts';
import { noticeOverdue } from './invoicing/one-off/overdue.ts';
import { deleteOldQuotes } from './records/quotes-queries.ts';
import type { BillingTables } from './schema.ts';
import { doDueWork } from './selling/due-work/operations.ts';
import { deleteOldCalculations } from './tax/engine/queries.ts';
import { reportNext } from './tax/engine/reports.ts';
import { type ConsultDeps, consultNext } from './tax/ids/consult.ts';

/** Background workers. Safe to run in any number of processes. */
export function makeWorkers(
  deps: CollectDeps & MakeDeps & ConsultDeps,
  report: Report,
): readonly Worker[] {
  const onDueError = report('due work failed');
  const due: Worker = {
    name: 'taking due work',
    round: async () => (await doDueWork(deps, onDueError)) > 0,
    restMs: 500,
    restMsMax: 5_000,
    restAfterErrorMs: 2_000,
  };
  let canceledUpTo: Uuid | null = null;
  return [
    due,
    // Two workers: while one charges, the other reads and writes. A commit of the first wakes it.
    { ...due, restMsMax: 30_000 },
    {
      name: 'canceling payment requests',
      async round() {
        const { last, failures } = await cancelPayments(deps, canceledUpTo);
        canceledUpTo = last;
        if (failures.length > 0) throw failures[0];
      },
      restMs: 1_000,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    },
    {
      name: 'finding overdue invoices',
      round: async () => (await noticeOverdue(deps.db)) > 0,
      restMs: 5_000,
      restMsMax: 60_000,
      restAfterErrorMs: 5_000,
    },
    {
      name: 'ending expired credit',
      round: async () => (await expireCredits(deps, report('credit did not expire'))) > 0,
      restMs: 1_000,
      restMsMax: 10_000,
      restAfterErrorMs: 5_000,
    },
    {
      name: 'carrying invoices into the books',
      round: async () => (await carryOver(deps.db, CARRIED_MAX)) === CARRIED_MAX,
      restMs: 5_000,
      restMsMax: 60_000,
      restAfterErrorMs: 5_000,
    },
    {
      name: 'consulting tax offices',
      round: () => consultNext(deps, report('a tax office did not respond')),
      restMs: 1_000,
      restMsMax: 10_000,
      restAfterErrorMs: 5_000,
    },
    {
      name: 'reporting to tax engines',
      round: () => reportNext(deps, report('a tax engine refused a report')),
      restMs: 1_000,
      restMsMax: 10_000,
      restAfterErrorMs: 5_000,
    },
    {
      name: 'writing exports',
      round: () => makeNextExport(deps, report('an export failed before it finished')),
      restMs: 500,
      restMsMax: 5_000,
      restAfterErrorMs: 2_000,
    },
    {
      name: 'cleaning up',
      round: () => cleanUp(deps.db),
      restMs: 3_600_000,
      restAfterErrorMs: 60_000,
    },
  ];
}

/** Invoices per round, each in its own transaction. */
const CARRIED_MAX = 100;

const ROWS_MAX = 5_000;
/** Longer than the stream keeps events, so that a wiped store can be refilled. */
const EVENTS_KEPT_DAYS = 30;
/** Longer than producers keep events, because they can publish these again until then. */
const INBOX_KEPT_DAYS = 45;
/**
 * A quote expires after ten minutes of its subscription's clock, which may stand still for a long
 * time.
 */
const QUOTES_KEPT_DAYS = 30;

/** Deletes expired rows. */
async function cleanUp(db: Kysely<BillingTables>): Promise<void> {
  await deleteOldKeys(db, ROWS_MAX);
  await deletePublished(db, EVENTS_KEPT_DAYS, ROWS_MAX);
  await deleteExpiredSessions(db, ROWS_MAX);
  await deleteOldExports(db, EXPORTS_KEPT_DAYS, ROWS_MAX);
  await deleteOldQuotes(db, QUOTES_KEPT_DAYS, ROWS_MAX);
  await deleteOldCalculations(db, ROWS_MAX);
  await pruneInbox(db, 'billing', INBOX_KEPT_DAYS, ROWS_MAX);
}
