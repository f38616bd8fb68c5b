import { insertRows, saveRows } from '@florin/database';
import type { ClientBase } from 'pg';
import type { MadeCharge } from '../domain/submission.ts';

const CHARGES = insertRows<MadeCharge>('charges', [
  ['account_id', 'uuid', (row) => row.accountId],
  ['key', 'text', (row) => row.key],
  ['amount', 'bigint', (row) => row.amount],
  ['transaction_id', 'uuid', (row) => row.transactionId],
]);

/** Writes the charges of a batch, if it has any: most have none. */
export function saveCharges(client: ClientBase, charges: readonly MadeCharge[]): Promise<void> {
  return saveRows(client, CHARGES, charges);
}
