import type { ChargeName } from '../../contract/processor.ts';
import { callFor, Refusal, type StripeCalls } from './client.ts';
import { marksOf } from './states.ts';

/**
 * Uses up the idempotency key of an order that may still be on its way. Stripe does one thing for a
 * key and refuses it to any other request, for 24 hours at least, which no order travels for; so when
 * this is done the order never is, and when the order was first, this is refused. What is made with
 * the key is a setup intent, by which no money can ever be taken.
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
