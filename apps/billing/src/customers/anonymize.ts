import {
  type AnonymizedCustomerResource,
  type Reply,
  redactEvent,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox, redactOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { type Kysely, sql, type Transaction } from 'kysely';
import { CALL_TIMEOUT_MS, type ProcessorsClient } from '../clients.ts';
import { anonymized, redactState } from '../domain/anonymized-customer.ts';
import type { Customer } from '../domain/customer.ts';
import { customerAnonymized } from '../domain/public-events/customer.ts';
import { toCustomerResource } from '../domain/resources/customer.ts';
import { findCredits } from '../records/credits-queries.ts';
import { lockCustomer, saveCustomer, toCustomer } from '../records/customers-queries.ts';
import type { BillingTables } from '../schema.ts';
import { hasLiveSubscription } from './archive.ts';
import type { CustomerRequest, CustomersDeps } from './operations.ts';

type Tx = Transaction<BillingTables>;

/**
 * Erases the personal data of a customer in one transaction and publishes an event that makes other
 * services do the same. Issued documents stay unchanged. Idempotent.
 * @param openMoney reason of processors against the erasure
 */
export function anonymizeCustomer(
  { db }: CustomersDeps,
  id: Uuid,
  { key, cause, openMoney }: CustomerRequest & { readonly openMoney: string | undefined },
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (!customer) throw notFound('customer');
    const credit = (await findCredits(tx, [id])).get(id);
    const toReply = async (after: Customer): Promise<Reply> => ({
      status: 200,
      body: {
        ...toCustomerResource(after, credit),
        documents_kept: await countDocuments(tx, id),
      } satisfies AnonymizedCustomerResource,
    });
    if (customer.anonymizedAt !== null) return toReply(customer);
    const reason = (await findOpenDuties(tx, id)) ?? openMoney;
    if (reason !== undefined) return refuse('conflict', reason);
    await endAccess(tx, id);
    const aggregates = await redactSales(tx, id);
    await redactOutbox(tx, [id, ...aggregates], (event) => redactEvent(event, id));
    await saveCustomer(tx, id, anonymized(customer));
    const changed = await markAnonymized(tx, id);
    await addToOutbox(tx, [customerAnonymized(changed, credit, cause)]);
    return toReply(changed);
  });
}

/** Reason why processors still need the customer's data: they know payments without an invoice. */
export async function findOpenMoney(
  { processors }: { readonly processors: ProcessorsClient },
  { id: customerId, accountId, anonymizedAt }: Customer,
  requestId: string,
): Promise<string | undefined> {
  if (anonymizedAt !== null) return undefined;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const found = await processors.findOpenMoney({ accountId, customerId }, context);
  if (found.hasOpenDispute)
    return 'a payment of the customer is disputed; wait until the dispute has ended';
  return found.hasPendingRefund
    ? 'a refund to the customer is pending; wait until it has ended'
    : undefined;
}

async function findOpenDuties(tx: Tx, id: Uuid): Promise<string | undefined> {
  if (await hasLiveSubscription(tx, id))
    return 'the customer has a live subscription; cancel it first';
  const invoice = await tx
    .selectFrom('invoice_documents')
    .select('status')
    .where('customer_id', '=', id)
    .where('status', 'in', ['draft', 'open'])
    .limit(1)
    .executeTakeFirst();
  if (invoice?.status === 'draft')
    return 'the customer has a draft invoice; delete or finalize it first';
  if (invoice)
    return 'the customer has an open invoice; wait for its payment, void it or write it off';
  const { rows } = await sql`
    select from book_entries
     where kind = 'withheld'
       and invoice_id in (select id from invoice_documents where customer_id = ${id})
     group by invoice_id having sum(amount) > 0 limit 1`.execute(tx);
  return rows.length > 0
    ? 'a payment of the customer is disputed; wait until the dispute has ended'
    : undefined;
}

/** Revokes links that show the customer's data, and ends checks of its VAT IDs. */
async function endAccess(tx: Tx, id: Uuid): Promise<void> {
  await tx.deleteFrom('portal_sessions').where('customer_id', '=', id).execute();
  await tx.deleteFrom('tax_id_checks').where('holder_id', '=', id).execute();
  await sql`
    update public_links set revoked_at = clock_timestamp()
     where revoked_at is null
       and invoice_id in (select id from invoice_documents where customer_id = ${id})`.execute(tx);
}

/** Redacts the customer's purchases; returns the ids of all objects whose events name it. */
async function redactSales(tx: Tx, id: Uuid): Promise<readonly Uuid[]> {
  const reference = toPublicId('customer', id);
  const subscriptions = await tx
    .selectFrom('subscriptions')
    .select(['id', 'state'])
    .where('customer_id', '=', id)
    .forUpdate()
    .execute();
  for (const subscription of subscriptions) {
    const state = redactText(subscription.state, reference);
    await tx
      .updateTable('subscriptions')
      .set({ state })
      .where('id', '=', subscription.id)
      .execute();
    await redactHistory(tx, subscription.id, reference);
  }
  const { rows } = await sql<{ id: Uuid }>`
    with periods as (
      update invoices set customer_reference = ${reference} where customer_id = ${id} returning id
    ), single as (
      update one_off_invoices set customer_reference = ${reference}
       where customer_id = ${id} returning id
    ), notes as (
      update credit_notes set customer_reference = ${reference}
       where customer_id = ${id} returning id
    )
    select id from periods union all select id from single union all select id from notes`.execute(
    tx,
  );
  return [...subscriptions, ...rows].map((row) => row.id);
}

async function redactHistory(tx: Tx, subscriptionId: Uuid, reference: string): Promise<void> {
  const steps = await tx
    .selectFrom('subscription_history')
    .select(['sequence', 'body'])
    .where('subscription_id', '=', subscriptionId)
    .execute();
  for (const { sequence, body } of steps) {
    const redacted = redactText(body, reference);
    if (redacted !== body)
      await tx
        .updateTable('subscription_history')
        .set({ body: redacted })
        .where('subscription_id', '=', subscriptionId)
        .where('sequence', '=', sequence)
        .execute();
  }
}

function redactText(text: string, reference: string): string {
  return JSON.stringify(redactState(JSON.parse(text), reference));
}

async function markAnonymized(tx: Tx, id: Uuid): Promise<Customer> {
  const row = await tx
    .updateTable('customers')
    .set({
      archived_at: sql<Date>`coalesce(archived_at, clock_timestamp())`,
      anonymized_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toCustomer(row);
}

/** Number of issued invoices and credit notes: these keep their recipient. */
async function countDocuments(db: Kysely<BillingTables>, id: Uuid): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from invoice_documents where customer_id = ${id} and status <> 'draft')
         + (select count(*) from credit_notes where customer_id = ${id}) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
