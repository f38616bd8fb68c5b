import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { nameInWords } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import type { Cause } from '../domain/public-events.ts';
import { findCustomerId, insertCustomer } from '../store/customers.ts';
import type { BillingTables } from '../store/schema.ts';
import { refusesUnknownCustomers } from '../store/unknown-customers.ts';
import { customerCreated } from './tell-customer.ts';

/** Who pays, and whether they were made just now. */
export interface Taken {
  readonly customerId: Uuid;
  readonly isCustomerNew: boolean;
}

/**
 * The customer whom the account calls so, who is made at first use; undefined when there is none
 * and the account wants none made. The caller holds the account's gate.
 */
export async function takeCustomer(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  externalId: string,
  cause: Cause,
): Promise<Taken | undefined> {
  const made = (await refusesUnknownCustomers(tx, accountId))
    ? undefined
    : await insertCustomer(tx, accountId, { externalId, email: null, name: null, metadata: {} });
  if (made) {
    await addToOutbox(tx, [customerCreated(made, cause)]);
    return { customerId: made.id, isCustomerNew: true };
  }
  const customerId = await findCustomerId(tx, accountId, externalId);
  return customerId === undefined ? undefined : { customerId, isCustomerNew: false };
}

/** Who that is, or would be: null where a subscription would make them, undefined where not. */
export async function foreseeCustomer(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  externalId: string,
): Promise<Uuid | null | undefined> {
  const customerId = await findCustomerId(db, accountId, externalId);
  if (customerId !== undefined) return customerId;
  return (await refusesUnknownCustomers(db, accountId)) ? undefined : null;
}

/** Returned, since nothing was written; a key that was sent with it is free for another try. */
export function noSuchCustomer(externalId: string): Reply {
  return refuse(
    'not_found',
    `customer_id: there is no customer ${nameInWords(externalId)}: make one by POST /v1/customers with it as external_id, or let subscriptions make them by PATCH /v1/billing_settings`,
  );
}
