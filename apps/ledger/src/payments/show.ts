import { parsePublicId, toPublicId } from '@florin/contracts';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import type { LedgerTables } from '../schema/tables.ts';

/** `payment pay_…`: shows a payment request and all attempts, without its payment link. */
export async function showPayment(
  { database }: { readonly database: DatabaseConfig },
  [publicId = '', ...others]: readonly string[],
): Promise<CommandResult> {
  const id = parsePublicId('paymentRequest', publicId);
  if (id === undefined || others.length > 0) throw new Error('usage: payment pay_…');
  return withDatabase<LedgerTables, CommandResult>({ ...database, poolSizeMax: 2 }, async (db) => {
    const row = await db
      .selectFrom('payment_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row)
      return { text: `no payment request ${publicId}`, data: { payment: null }, isFinding: true };
    const { token: _, key: __, version: ___, transaction_id, ...payment } = row;
    const attempts = await db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('payment_id', '=', id)
      .orderBy('id')
      .execute();
    const shown = {
      ...payment,
      id: publicId,
      account_id: toPublicId('account', payment.account_id),
      transaction_id: transaction_id && toPublicId('transaction', transaction_id),
      attempts: attempts.map(({ account_id: _, payment_id: __, ...attempt }) => attempt),
    };
    return { text: toText(shown), data: { payment: shown } };
  });
}

function toText(shown: object): string {
  return JSON.stringify(
    shown,
    (_name, value) => (typeof value === 'bigint' ? Number(value) : value),
    2,
  );
}
