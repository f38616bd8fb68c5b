import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { nameInWords, nearestName } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import { noDetails } from '../domain/parties.ts';
import { customerCreated } from '../domain/public-events/customer.ts';
import { findCustomerId, insertCustomer, selectNearIds } from '../records/customers-queries.ts';
import { refusesUnknownCustomers } from '../records/gates-queries.ts';
import type { BillingTables } from '../schema.ts';

/** A customer, and whether this call created it. */
interface FoundCustomer {
  readonly customerId: Uuid;
  readonly isCustomerNew: boolean;
}

/**
 * The customer with this external id, created on first use; undefined if there is none and the
 * account refuses unknown customers. The caller holds the account's gate.
 */
export async function findOrCreateCustomer(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  externalId: string,
  cause: Cause,
): Promise<FoundCustomer | undefined> {
  const created = (await refusesUnknownCustomers(tx, accountId))
    ? undefined
    : await insertCustomer(tx, accountId, {
        externalId,
        email: null,
        name: null,
        details: noDetails,
        metadata: {},
      });
  if (created) {
    await addToOutbox(tx, [customerCreated(created, cause)]);
    return { customerId: created.id, isCustomerNew: true };
  }
  const customerId = await findCustomerId(tx, accountId, externalId);
  return customerId === undefined ? undefined : { customerId, isCustomerNew: false };
}

/**
 * Read-only variant of {@link findOrCreateCustomer}: null if the customer would be created,
 * undefined if it would be refused.
 */
export async function previewCustomer(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  externalId: string,
): Promise<Uuid | null | undefined> {
  const customerId = await findCustomerId(db, accountId, externalId);
  if (customerId !== undefined) return customerId;
  return (await refusesUnknownCustomers(db, accountId)) ? undefined : null;
}

/** Nothing is written or stored under the Idempotency-Key, so the key can be used again. */
export async function noSuchCustomer(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  externalId: string,
): Promise<Reply> {
  const nearest = nearestName(externalId, await selectNearIds(db, accountId, externalId));
  const question = nearest === undefined ? '' : ` Did you mean ${nameInWords(nearest)}?`;
  return refuse(
    'not_found',
    `customer_id: there is no customer ${nameInWords(externalId)}.${question} Create it with POST /v1/customers and this external_id, or let subscriptions create customers with PATCH /v1/billing_settings`,
  );
}
