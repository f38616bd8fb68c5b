import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Selectable, sql } from 'kysely';
import { toCardSummary } from '../card-columns.ts';
import type { PaymentMethod } from '../domain/method.ts';
import { takeDue } from '../due/queries.ts';
import type { Db, MethodRow, Tx } from '../schema.ts';

/** Locks all methods of a customer, including removed ones; oldest first. */
export async function lockMethods(
  tx: Tx,
  accountId: Uuid,
  customer: string,
): Promise<readonly PaymentMethod[]> {
  const name = `payment methods ${accountId} ${customer}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('customer', '=', customer)
    .orderBy('id')
    .execute();
  return rows.map(toPaymentMethod);
}

export async function insertMethod(tx: Tx, method: PaymentMethod): Promise<void> {
  await tx
    .insertInto('payment_methods')
    .values({
      id: method.id,
      account_id: method.accountId,
      customer: method.customer,
      processor: method.processor,
      reference: method.method.reference,
      livemode: method.livemode,
      merchant_reference: method.merchant.reference,
      created_at: new Date(method.createdAt),
      detach_at: null,
      ...toColumns(method),
    })
    .execute();
}

/** Saves a method; a removed one is scheduled for removal at its processor. */
export async function saveMethod(tx: Tx, method: PaymentMethod): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({
      ...toColumns(method),
      detach_at: method.removedAt === null ? null : sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', method.id)
    .execute();
}

/** Includes removed methods. */
export async function findMethod(db: Db | Tx, id: Uuid): Promise<PaymentMethod | undefined> {
  const row = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPaymentMethod(row);
}

/** Methods with this processor id; several customers of an account may share one. */
export async function listByReference(
  db: Db,
  processor: string,
  reference: string,
): Promise<readonly PaymentMethod[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('processor', '=', processor)
    .where('reference', '=', reference)
    .where('removed_at', 'is', null)
    .limit(100)
    .execute();
  return rows.map(toPaymentMethod);
}

/**
 * The method to charge by default: the customer's default, or their newest other one while that is
 * disputed; undefined without any.
 */
export async function findMethodToCharge(
  db: Db,
  accountId: Uuid,
  customer: string,
): Promise<PaymentMethod | undefined> {
  const row = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('customer', '=', customer)
    .where('disputed_by', '=', sql<string[]>`'{}'`)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toPaymentMethod(row);
}

/** The processor's id of a customer who has saved a method before. */
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

export interface MethodFilter extends Cursor {
  /** Null selects all accounts. */
  readonly accountId: Uuid | null;
  readonly customer: string | undefined;
  /** Whether to include removed methods. */
  readonly withRemoved?: boolean;
}

/** Chargeable methods, newest first; oldest first from a `before` cursor. */
export async function selectMethods(
  db: Db,
  { accountId, customer, withRemoved = false, ...cursor }: MethodFilter,
  rowsMax: number,
): Promise<readonly PaymentMethod[]> {
  let query = db.selectFrom('payment_methods').selectAll();
  if (!withRemoved) query = query.where('removed_at', 'is', null);
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (customer !== undefined) query = query.where('customer', '=', customer);
  return (await selectPage(query, cursor, rowsMax).execute()).map(toPaymentMethod);
}

/** Methods whose customers are due for an expiry warning. */
export async function listExpiring(db: Db, rowsMax: number): Promise<readonly PaymentMethod[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('warn_at', '<=', sql<Date>`statement_timestamp()`)
    .orderBy('warn_at')
    .limit(rowsMax)
    .execute();
  return rows.map(toPaymentMethod);
}

/** Leases removed methods to detach at their processor. */
export async function takeToDetach(db: Db, rowsMax: number): Promise<readonly PaymentMethod[]> {
  return (await takeDue(db, ['payment_methods', 'detach_at'], rowsMax, 60)).map(toPaymentMethod);
}

/** Marks a method as detached, unless it was saved again meanwhile. */
export async function markDetached(db: Db, { id, version }: PaymentMethod): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ detach_at: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** The columns that can change. */
function toColumns(it: PaymentMethod) {
  const { card, customerReference } = it.method;
  return {
    version: it.version,
    customer_reference: customerReference,
    mandate: it.mandate,
    is_default: it.isDefault,
    disputed_by: [...it.disputedBy],
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    card_exp_month: card?.expMonth ?? null,
    card_exp_year: card?.expYear ?? null,
    warn_at: toDate(it.warnAt),
    updated_at: new Date(it.updatedAt),
    removed_at: toDate(it.removedAt),
  };
}

function toDate(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}

function toPaymentMethod(row: Selectable<MethodRow>): PaymentMethod {
  const { reference, customer_reference: customerReference } = row;
  return {
    id: row.id,
    version: row.version,
    accountId: row.account_id,
    merchant: { accountId: row.account_id, reference: row.merchant_reference },
    customer: row.customer,
    processor: row.processor,
    livemode: row.livemode,
    method: { reference, customerReference, card: toCardSummary(row) },
    mandate: row.mandate,
    isDefault: row.is_default,
    disputedBy: row.disputed_by,
    warnAt: row.warn_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    removedAt: row.removed_at?.getTime() ?? null,
  };
}
