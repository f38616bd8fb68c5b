import type { Result } from '@florin/client';
import { florin } from './api.ts';

type Refund = Result<'get', '/v1/refunds/{refund_id}'>;

const AT_ONCE = 100;

/** All refunds of a payment, from as many pages as needed. */
export async function allRefundsOf(payment_id: string): Promise<readonly Refund[]> {
  const refunds: Refund[] = [];
  const query = { payment_id, limit: AT_ONCE };
  // Bounded: each refund takes at least one minor unit of the payment.
  for await (const refund of florin.list('/v1/refunds', { query })) refunds.push(refund);
  return refunds;
}
