import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { type Kysely, sql, type Transaction } from 'kysely';
import { customerUpdated } from '../domain/public-events/customer.ts';
import { toCustomerResource } from '../domain/resources/customer.ts';
import { findCredits } from '../records/credits-queries.ts';
import { lockCustomer, toCustomer } from '../records/customers-queries.ts';
import type { BillingTables } from '../schema.ts';
import { type CustomerRequest, type CustomersDeps, IS_ERASED } from './operations.ts';

type Tx = Transaction<BillingTables>;

/** Archives a customer, or restores it. Idempotent. */
export function setArchived(
  { db }: CustomersDeps,
  id: Uuid,
  isArchived: boolean,
  { key, cause }: CustomerRequest,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (!customer) throw notFound('customer');
    const credit = (await findCredits(tx, [id])).get(id);
    if ((customer.archivedAt !== null) === isArchived)
      return { status: 200, body: toCustomerResource(customer, credit) };
    if (!isArchived && customer.anonymizedAt !== null)
      return refuse('conflict', 'an anonymized customer stays archived; create a new customer');
    if (isArchived && (await hasLiveSubscription(tx, id)))
      return refuse(
        'conflict',
        'the customer has a live subscription; cancel it, and archive the customer after it has ended',
      );
    const row = await tx
      .updateTable('customers')
      .set({
        version: sql<bigint>`version + 1`,
        archived_at: isArchived ? sql<Date>`clock_timestamp()` : null,
        updated_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changed = toCustomer(row);
    await addToOutbox(tx, [
      customerUpdated(customer, changed, { before: credit, after: credit }, cause),
    ]);
    return { status: 200, body: toCustomerResource(changed, credit) };
  });
}

/** Whether a customer has a subscription that has not ended, including one being created. */
export async function hasLiveSubscription(
  db: Kysely<BillingTables>,
  customerId: Uuid,
): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where((where) =>
      where.or([
        where('is_charging', '=', true),
        where('status', 'not in', ['canceled', 'expired']),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The refusal to sell to an archived customer; undefined if it is active. It then cannot be
 * archived until the transaction ends.
 */
export async function refuseArchived(tx: Tx, customerId: Uuid | null): Promise<Reply | undefined> {
  if (customerId === null) return undefined;
  return refuseSale(await selectArchived(tx, customerId).forShare().executeTakeFirst());
}

/** Like {@link refuseArchived}, for a preview that stores nothing. */
export async function refusePreview(
  db: Kysely<BillingTables>,
  customerId: Uuid | null,
): Promise<Reply | undefined> {
  if (customerId === null) return undefined;
  return refuseSale(await selectArchived(db, customerId).executeTakeFirst());
}

function selectArchived(db: Kysely<BillingTables>, customerId: Uuid) {
  return db
    .selectFrom('customers')
    .select(['archived_at', 'anonymized_at'])
    .where('id', '=', customerId);
}

interface EndedRow {
  readonly archived_at: Date | null;
  readonly anonymized_at: Date | null;
}

function refuseSale(row: EndedRow | undefined): Reply | undefined {
  if (row?.anonymized_at) return refuse('conflict', IS_ERASED);
  if (!row?.archived_at) return undefined;
  return refuse(
    'conflict',
    'customer_id: the customer is archived; unarchive it with POST /v1/customers/{customer_id}/unarchive',
  );
}
