import { newId, type Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import { toCardSummary } from '../charges/queries.ts';
import type { Merchant, SavedMethod } from '../contract/model.ts';
import type { Db, MethodRow, Tx } from '../schema.ts';

/** What a customer of an account can be charged by again. Instants are milliseconds since 1970. */
export interface PaymentMethod {
  readonly id: Uuid;
  readonly merchant: Merchant;
  /** The customer, in the words of whoever asked for the payment that saved it. */
  readonly customer: string;
  readonly processor: string;
  readonly livemode: boolean;
  readonly method: SavedMethod;
  /** What the customer was told when they allowed it. */
  readonly mandate: string | null;
  readonly isDefault: boolean;
  readonly createdAt: number;
}

/** Saves what a customer has paid by: it is their default from now on. */
export async function saveMethod(
  tx: Tx,
  of: Pick<PaymentMethod, 'merchant' | 'customer' | 'processor' | 'livemode' | 'mandate'>,
  { reference, customerReference, card }: SavedMethod,
): Promise<void> {
  const { accountId } = of.merchant;
  await tx
    .updateTable('payment_methods')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('customer', '=', of.customer)
    .where('is_default', '=', true)
    .execute();
  const values = {
    merchant_reference: of.merchant.reference,
    livemode: of.livemode,
    customer_reference: customerReference,
    mandate: of.mandate,
    is_default: true,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    card_exp_month: card?.expMonth ?? null,
    card_exp_year: card?.expYear ?? null,
    removed_at: null,
  };
  const name = { account_id: accountId, customer: of.customer, processor: of.processor, reference };
  await tx
    .insertInto('payment_methods')
    .values({ id: newId(), ...name, ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'customer', 'processor', 'reference']).doUpdateSet(values),
    )
    .execute();
}

/** One that can be charged; those of other accounts do not exist for it. */
export async function findMethod(
  db: Db,
  accountId: Uuid,
  id: Uuid,
): Promise<PaymentMethod | undefined> {
  const row = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && toPaymentMethod(row);
}

/** What a customer is charged by when nobody names a method; undefined when they have none. */
export async function findDefaultMethod(
  db: Db,
  accountId: Uuid,
  customer: string,
): Promise<PaymentMethod | undefined> {
  const row = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('customer', '=', customer)
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && toPaymentMethod(row);
}

/** The processor's own name for a customer who has saved something before. */
export async function findCustomerReference(
  db: Db,
  accountId: Uuid,
  customer: string,
  processor: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_methods')
    .select('customer_reference')
    .where('account_id', '=', accountId)
    .where('customer', '=', customer)
    .where('processor', '=', processor)
    .where('customer_reference', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.customer_reference ?? null;
}

function toPaymentMethod(row: Selectable<MethodRow>): PaymentMethod {
  return {
    id: row.id,
    merchant: { accountId: row.account_id, reference: row.merchant_reference },
    customer: row.customer,
    processor: row.processor,
    livemode: row.livemode,
    method: {
      reference: row.reference,
      customerReference: row.customer_reference,
      card: toCardSummary(row),
    },
    mandate: row.mandate,
    isDefault: row.is_default,
    createdAt: row.created_at.getTime(),
  };
}
