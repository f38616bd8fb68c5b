import { AppError, type Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Kysely } from 'kysely';
import { insertBalance } from '../store/find-balances.ts';
import type { LedgerTables } from '../store/schema.ts';

/**
 * Opens an account's balance. Repeating it changes nothing.
 * @throws AppError conflict when the account already keeps another currency.
 */
export function makeOpenBalance(db: Kysely<LedgerTables>) {
  return async (accountId: Uuid, currency: Currency): Promise<void> => {
    const kept = await insertBalance(db, accountId, currency);
    if (kept !== currency)
      throw new AppError('conflict', `the account already keeps ${kept}, not ${currency}`);
  };
}
