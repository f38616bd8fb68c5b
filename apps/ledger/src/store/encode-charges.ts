import { type Encoded, encodeRows, insertRows } from '@florin/database';
import type { MadeCharge } from '../domain/submission.ts';

const CHARGES = insertRows<MadeCharge>('charges', [
  ['account_id', 'uuid', (row) => row.accountId],
  ['key', 'text', (row) => row.key],
  ['amount', 'bigint', (row) => row.amount],
  ['transaction_id', 'uuid', (row) => row.transactionId],
]);

/** The statement that writes the charges of a batch, if it has any: most have none. */
export function encodeCharges(charges: readonly MadeCharge[]): readonly Encoded[] {
  return encodeRows(CHARGES, charges);
}
