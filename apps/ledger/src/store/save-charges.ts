import type { ClientBase } from 'pg';
import type { MadeCharge } from '../domain/submission.ts';
import { insertInto, save } from './columns.ts';

const CHARGES = insertInto<MadeCharge>('charges', [
  ['account_id', 'uuid', (row) => row.accountId],
  ['key', 'text', (row) => row.key],
  ['amount', 'bigint', (row) => row.amount],
  ['transaction_id', 'uuid', (row) => row.transactionId],
]);

/** Writes the charges of a batch, if it has any: most have none. */
export function saveCharges(client: ClientBase, charges: readonly MadeCharge[]): Promise<void> {
  return save(client, CHARGES, charges);
}
