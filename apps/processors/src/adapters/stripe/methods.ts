import type Stripe from 'stripe';
import type { Merchant, SavedMethod } from '../../contract/model.ts';
import type { MethodOrder, MethodState } from '../../contract/processor.ts';
import { callFor, Refusal, type StripeCalls } from './client.ts';
import { customerOf } from './customers.ts';
import { marksOf, methodOf, objectOf, textOfMandate, withMethod } from './states.ts';

/** Stripe's code for an unknown object. */
const MISSING = 'resource_missing';

/** Opens a Stripe page where a customer saves a payment method. */
export async function saveMethod(calls: StripeCalls, order: MethodOrder): Promise<MethodState> {
  const { stripe, send } = calls;
  const { id, merchant, saves, returnUrl } = order;
  const customer = await customerOf(calls, id, merchant, saves);
  const marks = marksOf(id, 'method');
  const made = await send(
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        customer,
        client_reference_id: id,
        metadata: marks,
        allowed_payment_method_types: ['card'],
        setup_intent_data: { metadata: marks },
        ...textOfMandate(saves),
        success_url: returnUrl,
        cancel_url: returnUrl,
      },
      callFor(merchant, id),
    ),
  );
  // The page is created once per id; repeated calls return its current state.
  const params = { expand: withMethod };
  return toState(await send(stripe.checkout.sessions.retrieve(made.id, params, callFor(merchant))));
}

function toState(session: Stripe.Checkout.Session): MethodState {
  const { id: reference, status, url } = session;
  const method = objectOf(objectOf(session.setup_intent)?.payment_method);
  if (method) return { status: 'saved', method: methodOf(method) };
  if (status === 'open' && url !== null) return { status: 'requires_action', url, reference };
  return { status: 'canceled' };
}

/** Re-reads a method, since networks replace cards. A detached method is undefined. */
export async function findMethod(
  { stripe, send }: StripeCalls,
  { reference }: SavedMethod,
  merchant: Merchant,
): Promise<SavedMethod | undefined> {
  try {
    const found = methodOf(
      await send(stripe.paymentMethods.retrieve(reference, {}, callFor(merchant))),
    );
    return found.customerReference === null ? undefined : found;
  } catch (error) {
    if (error instanceof Refusal && error.code === MISSING) return undefined;
    throw error;
  }
}

/** Detaches a method from its customer permanently. */
export async function removeMethod(
  calls: StripeCalls,
  method: SavedMethod,
  merchant: Merchant,
): Promise<void> {
  const { stripe, send } = calls;
  try {
    await send(stripe.paymentMethods.detach(method.reference, {}, callFor(merchant)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Already detached, or unknown.
    if (await findMethod(calls, method, merchant)) throw error;
  }
}
