import type { ClientBase } from 'pg';
import type { MadeCharge } from '../domain/submission.ts';
import { arraysOf, type Column, namesOf, unnestOf } from './columns.ts';

const columns: readonly Column<MadeCharge>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['key', 'text', (row) => row.key],
  ['amount', 'bigint', (row) => row.amount],
  ['transaction_id', 'uuid', (row) => row.transactionId],
];

const SAVE = `insert into charges (${namesOf(columns)})
  select ${namesOf(columns)} from ${unnestOf(columns, 1)}`;

/** Writes the charges of a batch, if it has any: most have none. */
export async function saveCharges(
  client: ClientBase,
  charges: readonly MadeCharge[],
): Promise<void> {
  if (charges.length === 0) return;
  await client.query({ name: 'save-charges', text: SAVE, values: [...arraysOf(columns, charges)] });
}
