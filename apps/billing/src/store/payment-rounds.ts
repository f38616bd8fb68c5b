import type { Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { BillingTables } from './schema.ts';

/** How many payment requests of an invoice have ended before the one that counts now. */
export async function findPaymentRound(
  db: Kysely<BillingTables>,
  invoiceId: Uuid,
): Promise<number> {
  const row = await db
    .selectFrom('invoices')
    .select('payment_round')
    .where('id', '=', invoiceId)
    .executeTakeFirst();
  return row?.payment_round ?? 0;
}

/** Lets the next payment request count; changes nothing where it does already. */
export async function endPaymentRound(
  db: Kysely<BillingTables>,
  invoiceId: Uuid,
  round: number,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ payment_round: round + 1 })
    .where('id', '=', invoiceId)
    .where('payment_round', '=', round)
    .execute();
}
