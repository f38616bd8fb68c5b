import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import type { Cause } from '../../domain/cause.ts';
import type { Customer } from '../../domain/customer.ts';
import { customerUpdated } from '../../domain/public-events/customer.ts';
import { toCustomerResource } from '../../domain/resources/customer.ts';
import type { HeldTaxId } from '../../domain/tax/ids.ts';
import { findCredits } from '../../records/credits-queries.ts';
import { saveCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';

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
  await addToOutbox(tx, [
    customerUpdated(customer, changed, { before: credit, after: credit }, cause),
  ]);
  return toCustomerResource(changed, credit);
}
