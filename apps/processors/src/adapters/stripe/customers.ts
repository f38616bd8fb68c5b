import type { Uuid } from '@florin/contracts';
import type { Merchant } from '../../contract/model.ts';
import type { SaveOrder } from '../../contract/processor.ts';
import { callFor, type StripeCalls } from './client.ts';

/** Stripe's id of a customer: the known one, or a new one for this order. */
export async function customerOf(
  { stripe, send }: StripeCalls,
  orderId: Uuid,
  merchant: Merchant,
  { customer, email, customerReference }: SaveOrder,
): Promise<string> {
  if (customerReference !== null) return customerReference;
  const params = { email, metadata: { florin_customer: customer } };
  const made = await send(
    stripe.customers.create(params, callFor(merchant, `${orderId}:customer`)),
  );
  return made.id;
}
