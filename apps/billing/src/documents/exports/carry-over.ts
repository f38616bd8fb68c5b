import type { Kysely } from 'kysely';
import { carryOver } from '../../invoicing/invoices/carry-over.ts';
import type { BillingTables } from '../../schema.ts';
import type { Wanted } from './rows.ts';

/** Invoices carried over between two renewals of the export's lease. */
const AT_ONCE = 100;

/** Adds the entries that a version without books did not write, for all invoices of a seller. */
export async function carryOverAll(
  db: Kysely<BillingTables>,
  { accountId, keepOn }: Pick<Wanted, 'accountId' | 'keepOn'>,
): Promise<void> {
  while ((await carryOver(db, AT_ONCE, accountId)) > 0) await keepOn();
}
