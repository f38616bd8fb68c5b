import type { ChargeName } from '../../contract/processor.ts';
import { callFor, Refusal, type StripeCalls } from './client.ts';
import { marksOf } from './states.ts';

/**
 * Uses up the idempotency key of an order that may still be on its way, by a setup intent, which
 * cannot take money (decision 36). Stripe binds a key to one request for at least 24 hours. Then
 * the order can never take effect; if it arrived first, this call is refused.
 */
export async function stop(calls: StripeCalls, { id, merchant }: ChargeName): Promise<void> {
  const { stripe, send } = calls;
  try {
    const made = await send(
      stripe.setupIntents.create(
        {
          allowed_payment_method_types: ['card'],
          metadata: { ...marksOf(id, 'page'), florin_stop: 'yes' },
        },
        callFor(merchant, id),
      ),
    );
    if (made.status !== 'canceled')
      await send(stripe.setupIntents.cancel(made.id, {}, callFor(merchant)));
  } catch (error) {
    // The order was first, or the intent was canceled by an earlier call.
    if (!(error instanceof Refusal)) throw error;
  }
}
