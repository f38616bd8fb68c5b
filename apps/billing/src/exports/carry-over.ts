import type { Kysely } from 'kysely';
import { carryOver } from '../invoices/carry-over.ts';
import type { BillingTables } from '../schema.ts';
import type { Wanted } from './rows.ts';

/** Invoices that are carried over between two looks at whether the export is still this process's. */
const AT_ONCE = 100;

/** Gives all invoices of a seller the entries that a version without books has not written. */
export async function carryOverAll(
  db: Kysely<BillingTables>,
  { accountId, keepOn }: Pick<Wanted, 'accountId' | 'keepOn'>,
): Promise<void> {
  while ((await carryOver(db, AT_ONCE, accountId)) > 0) await keepOn();
}
