import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { findCredits } from '../credits/queries.ts';
import { type Customer, saveCustomer } from '../customers/queries.ts';
import { customerUpdated, toCustomerResource } from '../customers/resource.ts';
import type { BillingTables } from '../schema.ts';
import type { Cause } from '../subscriptions/public-events.ts';
import type { HeldTaxId } from './model.ts';

/** Saves new tax ids of a locked customer and its event; returns the customer for clients. */
export async function saveTaxIds(
  tx: Transaction<BillingTables>,
  customer: Customer,
  taxIds: readonly HeldTaxId[],
  cause: Cause,
) {
  const details = { ...customer.details, taxIds };
  const changed = await saveCustomer(tx, customer.id, { ...customer, details });
  const credit = (await findCredits(tx, [customer.id])).get(customer.id);
  await addToOutbox(tx, [customerUpdated(customer, changed, credit, cause)]);
  return toCustomerResource(changed, credit);
}
