import { createHash } from 'node:crypto';
import { newId, type Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { EngineRequest, EngineTaxes, KeptCalculation } from '../../domain/tax/engine.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import type { BillingTables } from '../../schema.ts';
import type { EngineCalculation } from './engine.ts';

/** Rates and rules can change, so an unused answer expires after this time. */
const KEPT_MINUTES = 60;
/** The draft of a pending charge keeps its calculation; Stripe's own expire after 90 days. */
const USED_DAYS = 90;

export interface Sold {
  readonly sellerId: Uuid;
  readonly holderId: Uuid;
}

/** Usable calculations for these sales. */
export async function findCalculations(
  db: Kysely<BillingTables>,
  sales: readonly Sold[],
): Promise<readonly KeptCalculation[]> {
  if (sales.length === 0) return [];
  const rows = await db
    .selectFrom('tax_calculations')
    .select(['id', 'inputs_hash', 'taxes'])
    .where('holder_id', '=', sql<Uuid>`any(${sales.map(({ holderId }) => holderId)}::uuid[])`)
    .where('seller_id', '=', sql<Uuid>`any(${sales.map(({ sellerId }) => sellerId)}::uuid[])`)
    .where('invoice_id', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, inputs_hash: inputsHash, taxes }) => ({
    ...{ id, inputsHash, taxes: fromJsonText<EngineTaxes>(taxes) },
  }));
}

export async function insertCalculation(
  db: Kysely<BillingTables>,
  request: EngineRequest,
  { calculationId, taxes }: EngineCalculation,
): Promise<void> {
  const { sellerId, holderId } = request;
  await db
    .insertInto('tax_calculations')
    .values({
      id: newId(),
      seller_id: sellerId,
      holder_id: holderId,
      inputs_hash: hashOf(request),
      calculation_id: calculationId,
      taxes: toJsonText(taxes),
      invoice_id: null,
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${KEPT_MINUTES})`,
    })
    .execute();
}

/** Assigns calculations to invoices, each once. Returns whether all of them were unused. */
export async function takeCalculations(
  tx: Transaction<BillingTables>,
  taken: readonly { readonly calculationId: Uuid; readonly invoiceId: Uuid }[],
): Promise<boolean> {
  if (taken.length === 0) return true;
  const { numAffectedRows } = await sql`
    update tax_calculations set invoice_id = taken.invoice_id
      from unnest(${taken.map(({ calculationId }) => calculationId)}::uuid[],
                  ${taken.map(({ invoiceId }) => invoiceId)}::uuid[]) as taken (id, invoice_id)
     where tax_calculations.id = taken.id and tax_calculations.invoice_id is null`.execute(tx);
  return numAffectedRows === BigInt(taken.length);
}

/** Hash of a calculation's inputs. */
export function hashOf(request: EngineRequest): string {
  return createHash('sha256').update(toJsonText(request)).digest('base64url');
}

export async function deleteOldCalculations(
  db: Kysely<BillingTables>,
  rowsMax: number,
): Promise<void> {
  await inBackground(db, (tx) =>
    sql`
    delete from tax_calculations where id in
      (select id from tax_calculations
        where created_at < clock_timestamp() - make_interval(mins => ${KEPT_MINUTES})
          and (invoice_id is null
               or created_at < clock_timestamp() - make_interval(days => ${USED_DAYS}))
        order by created_at limit ${rowsMax})`.execute(tx),
  );
}
