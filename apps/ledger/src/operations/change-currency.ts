import { AppError, type Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Kysely } from 'kysely';
import { findBalance } from '../store/find-balances.ts';
import type { LedgerTables } from '../store/schema.ts';

/**
 * Changes the currency of a balance on which nothing was ever posted or requested of a customer.
 * @throws AppError conflict after the first posting or payment request; not_found for an unknown or
 * closed account.
 */
export function makeChangeCurrency(db: Kysely<LedgerTables>) {
  return async (accountId: Uuid, currency: Currency): Promise<void> => {
    // One statement: it waits for a batch that holds the row and looks at it again.
    const changed = await db
      .updateTable('balances')
      .set((row) => ({ currency, version: row('version', '+', 1n) }))
      .where('account_id', '=', accountId)
      .where('status', '=', 'open')
      .where('last_id', 'is', null)
      .where('currency', '!=', currency)
      .returning('account_id')
      .executeTakeFirst();
    if (changed) return;
    const balance = await findBalance(db, accountId);
    if (!balance || balance.status === 'closed')
      throw new AppError('not_found', 'there is no open account with this id');
    if (balance.currency !== currency)
      throw new AppError(
        'conflict',
        'the currency is fixed once something was posted or a payment requested',
      );
  };
}
