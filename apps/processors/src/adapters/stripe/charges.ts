import type Stripe from 'stripe';
import type { ChargeState, Unknown } from '../../contract/model.ts';
import type { ChargeName, ChargeOrder, SavedChargeOrder } from '../../contract/processor.ts';
import { callFor, KEY_IS_USED, Refusal, type StripeCalls, wasReplayed } from './client.ts';
import { customerOf } from './customers.ts';
import { lookUp } from './look-up.ts';
import {
  declineOf,
  marksOf,
  stateOfIntent,
  stateOfSession,
  textOfMandate,
  withCharge,
  withIntent,
} from './states.ts';
import { stop } from './stop.ts';

/** Maximum length of a Stripe product name. */
const NAME_MAX = 250;

/**
 * Opens a Stripe Checkout page, so that card data never reaches Florin. A repeated call with the
 * same key gets Stripe's first response; the current state is then read separately.
 */
export async function authorize(calls: StripeCalls, order: ChargeOrder): Promise<ChargeState> {
  const { stripe, send } = calls;
  const { id, merchant } = order;
  try {
    const customer = order.saves && (await customerOf(calls, id, merchant, order.saves));
    const session = await send(
      stripe.checkout.sessions.create(toSession(order, customer), callFor(merchant, id)),
    );
    return wasReplayed(session) ? await asked(calls, order, session.id) : stateOfSession(session);
  } catch (error) {
    return refused(calls, order, error);
  }
}

/**
 * Charges a saved method. A required authentication counts as declined, since no customer is
 * present.
 */
export async function chargeSaved(
  calls: StripeCalls,
  order: SavedChargeOrder,
): Promise<ChargeState> {
  const { stripe, send } = calls;
  const { id, merchant, amount, currency, description, method } = order;
  try {
    const intent = await send(
      stripe.paymentIntents.create(
        {
          amount: Number(amount),
          currency: currency.toLowerCase(),
          description,
          customer: method.customerReference ?? '',
          payment_method: method.reference,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          metadata: marksOf(id, 'saved'),
          expand: withCharge,
        },
        callFor(merchant, id),
      ),
    );
    return wasReplayed(intent) ? await asked(calls, order, intent.id) : stateOfIntent(intent);
  } catch (error) {
    return refused(calls, order, error);
  }
}

/** On a refusal, re-reads the charge: another call may have captured or released it. */
export async function capture(
  calls: StripeCalls,
  charge: ChargeName,
  amount: bigint,
): Promise<ChargeState> {
  const before = await mustFind(calls, charge);
  if (before.status !== 'authorized') return before;
  const { stripe, send } = calls;
  const { reference } = before;
  const reserved = await send(
    stripe.paymentIntents.retrieve(reference, {}, callFor(charge.merchant)),
  );
  const taken = Math.min(Number(amount), reserved.amount_capturable);
  try {
    await send(
      stripe.paymentIntents.capture(
        reference,
        { amount_to_capture: taken },
        callFor(charge.merchant, `${charge.id}:capture`),
      ),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return mustFind(calls, { ...charge, reference });
}

/** Closes the page, releases reserved money, or blocks an order that may still be on its way. */
export async function cancel(calls: StripeCalls, charge: ChargeName): Promise<ChargeState> {
  const before = await find(calls, charge);
  if (before.status === 'unknown') {
    await stop(calls, charge);
    // The order may have arrived between find and stop, which then blocked nothing.
    return end(calls, charge, await mustFind(calls, charge));
  }
  return end(calls, charge, before);
}

export async function find(calls: StripeCalls, charge: ChargeName): Promise<ChargeState | Unknown> {
  const found = await lookUp(calls, charge);
  if (found === undefined) return { status: 'unknown' };
  if (found === 'stopped') return { status: 'canceled' };
  return found.object === 'payment_intent' ? stateOfIntent(found) : stateOfSession(found);
}

/** Ends a charge that is not final. */
async function end(
  calls: StripeCalls,
  charge: ChargeName,
  before: ChargeState,
): Promise<ChargeState> {
  if (['succeeded', 'declined', 'canceled'].includes(before.status)) return before;
  const { stripe, send } = calls;
  const reference = 'reference' in before ? before.reference : charge.reference;
  if (reference === null) throw new Error('Stripe has not named the object to cancel');
  const call = callFor(charge.merchant);
  try {
    await (reference.startsWith('cs_')
      ? send(stripe.checkout.sessions.expire(reference, {}, call))
      : send(stripe.paymentIntents.cancel(reference, {}, call)));
  } catch (error) {
    // It became final meanwhile, so its state is read.
    if (!(error instanceof Refusal)) throw error;
  }
  return mustFind(calls, { ...charge, reference });
}

/** State after a refusal, which is Stripe's decision unless it concerns only the key. */
async function refused(
  calls: StripeCalls,
  order: Pick<ChargeOrder, 'id' | 'merchant'>,
  error: unknown,
): Promise<ChargeState> {
  if (!(error instanceof Refusal)) throw error;
  const { code, declineCode, intent } = error;
  // The key was used for another request: `stop`, or an order with different parameters.
  if (code === KEY_IS_USED) return mustFind(calls, { ...order, reference: null });
  if (intent) return asked(calls, order, intent.id);
  return { status: 'declined', reference: null, code: declineOf(code, declineCode), card: null };
}

function asked(
  calls: StripeCalls,
  { id, merchant }: Pick<ChargeOrder, 'id' | 'merchant'>,
  reference: string,
): Promise<ChargeState> {
  return mustFind(calls, { id, merchant, reference });
}

async function mustFind(calls: StripeCalls, charge: ChargeName): Promise<ChargeState> {
  const state = await find(calls, charge);
  if (state.status === 'unknown')
    throw new Error('Stripe does not return an object that it must have');
  return state;
}

function toSession(
  { id, amount, currency, description, email, capture, returnUrl, saves }: ChargeOrder,
  customer: string | null,
): Stripe.Checkout.SessionCreateParams {
  const marks = marksOf(id, 'page');
  return {
    mode: 'payment',
    client_reference_id: id,
    metadata: marks,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: Number(amount),
          product_data: { name: description.slice(0, NAME_MAX) },
        },
      },
    ],
    // Apple Pay and Google Pay count as cards; Stripe shows them if the browser has them.
    allowed_payment_method_types: ['card'],
    payment_intent_data: {
      description,
      metadata: marks,
      capture_method: capture === 'manual' ? 'manual' : 'automatic',
      ...(saves && { setup_future_usage: 'off_session' }),
    },
    ...(customer === null ? { customer_email: email } : { customer }),
    ...textOfMandate(saves),
    // The return URL is never a proof of payment.
    success_url: returnUrl,
    cancel_url: returnUrl,
    expand: withIntent,
  };
}
