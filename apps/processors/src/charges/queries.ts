import { parsePublicId, type Uuid } from '@florin/contracts';
import { type Selectable, sql } from 'kysely';
import { toCardSummary } from '../card-columns.ts';
import { type Charge, type ChargeAction, isFinal, restBeforeAsking } from '../domain/charge.ts';
import { takeDue } from '../due/queries.ts';
import type { ChargeRow, Db, Tx } from '../schema.ts';

/** Fields of a charge when it is ordered. */
export type NewCharge = Pick<
  Charge,
  | 'id'
  | 'paymentId'
  | 'merchant'
  | 'processor'
  | 'livemode'
  | 'amount'
  | 'currency'
  | 'savesFor'
  | 'mandate'
  | 'methodId'
  | 'customer'
> & {
  /** Text for the payer: the invoice id for an invoice. */
  readonly description: string;
};

/** Stores a charge before its processor is called; false if its id exists already. */
export async function insertCharge(
  db: Db,
  charge: NewCharge,
  status: 'ordered' | 'canceled' = 'ordered',
): Promise<boolean> {
  const { merchant } = charge;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('charges')
    .values({
      id: charge.id,
      payment_id: charge.paymentId,
      invoice_id: parsePublicId('invoice', charge.description) ?? null,
      account_id: merchant.accountId,
      merchant_reference: merchant.reference,
      processor: charge.processor,
      livemode: charge.livemode,
      amount: charge.amount,
      currency: charge.currency,
      status,
      saves_for: charge.savesFor,
      mandate: charge.mandate,
      method_id: charge.methodId,
      customer: charge.customer,
      reference: null,
      code: null,
      action: null,
      card_brand: null,
      card_last4: null,
      card_exp_month: null,
      card_exp_year: null,
      ask_at: isFinal(status) ? null : askAfter(0),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findCharge(db: Db | Tx, id: Uuid): Promise<Charge | undefined> {
  const row = await db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toCharge(row);
}

/** The charge that paid a payment request, or the last attempt; undefined without any. */
export async function findPaidCharge(db: Db, paymentId: Uuid): Promise<Charge | undefined> {
  const row = await db
    .selectFrom('charges')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy(sql`status = 'succeeded'`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toCharge(row);
}

/** The open charge of a payment request at a processor; undefined if none is open. */
export async function findOpenCharge(
  tx: Tx,
  paymentId: Uuid,
  processor: string,
): Promise<Charge | undefined> {
  const row = await tx
    .selectFrom('charges')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('processor', '=', processor)
    .where('ask_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toCharge(row);
}

/** The charge by which a customer paid an invoice; undefined if none has. */
export async function findInvoiceCharge(db: Db, invoiceId: Uuid): Promise<Charge | undefined> {
  const row = await db
    .selectFrom('charges')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'succeeded')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toCharge(row);
}

/** Processor of the last payment to an account; undefined before the first. */
export async function findLastProcessor(db: Db, accountId: Uuid): Promise<string | undefined> {
  const row = await db
    .selectFrom('charges')
    .select('processor')
    .where('account_id', '=', accountId)
    .where('status', '=', 'succeeded')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.processor;
}

/** Finds a charge by the processor's id. */
export async function findChargeByReference(
  db: Db,
  processor: string,
  reference: string,
): Promise<Charge | undefined> {
  const row = await db
    .selectFrom('charges')
    .selectAll()
    .where('processor', '=', processor)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row && toCharge(row);
}

export async function lockCharge(tx: Tx, id: Uuid): Promise<Charge> {
  const row = await tx
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toCharge(row);
}

/** Saves a locked charge. */
export async function saveCharge(tx: Tx, charge: Charge): Promise<void> {
  const { card } = charge;
  await tx
    .updateTable('charges')
    .set({
      status: charge.status,
      reference: charge.reference,
      code: charge.code,
      method_id: charge.methodId,
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
      card_exp_month: card?.expMonth ?? null,
      card_exp_year: card?.expYear ?? null,
      action: charge.action && JSON.stringify(charge.action),
      ask_at: isFinal(charge.status) ? null : askAfter(Date.now() - charge.createdAt),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', charge.id)
    .execute();
}

/** Leases charges that are due for polling. */
export async function takeUndecided(db: Db, rowsMax: number): Promise<readonly Charge[]> {
  return (await takeDue(db, ['charges', 'ask_at'], rowsMax)).map(toCharge);
}

interface UnreportedFilter {
  /** Minimum time since the end. */
  readonly endedForMs: number;
  /** Ids to skip. */
  readonly except: readonly Uuid[];
}

/** Final charges that the ledger may not know of, oldest first. */
export async function listUnreported(
  db: Db,
  { endedForMs, except }: UnreportedFilter,
  rowsMax: number,
): Promise<readonly Charge[]> {
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('is_reported', '=', false)
    .where('ask_at', 'is', null)
    .where('updated_at', '<=', sql<Date>`statement_timestamp() - ${endedForMs} * interval '1 ms'`)
    .where('id', '!=', ({ fn, val }) => fn<Uuid>('all', [val(except)]))
    .orderBy('updated_at')
    .limit(rowsMax)
    .execute();
  return rows.map(toCharge);
}

export async function markReported(db: Db, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('charges')
    .set({ is_reported: true })
    .where('id', '=', ({ fn, val }) => fn<Uuid>('any', [val(ids)]))
    .execute();
}

function askAfter(ageMs: number) {
  return sql<Date>`clock_timestamp() + ${restBeforeAsking(ageMs)} * interval '1 ms'`;
}

function toCharge(row: Selectable<ChargeRow>): Charge {
  return {
    id: row.id,
    paymentId: row.payment_id,
    invoiceId: row.invoice_id,
    merchant: { accountId: row.account_id, reference: row.merchant_reference },
    processor: row.processor,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    reference: row.reference,
    code: row.code,
    card: toCardSummary(row),
    // The driver parses JSON columns.
    action: row.action as unknown as ChargeAction | null,
    savesFor: row.saves_for,
    mandate: row.mandate,
    methodId: row.method_id,
    customer: row.customer,
    isReported: row.is_reported,
    createdAt: row.created_at.getTime(),
  };
}
