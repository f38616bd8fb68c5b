import type { Uuid } from '@florin/contracts';
import type Stripe from 'stripe';
import type { CardSummary, ChargeState, SavedMethod } from '../../contract/model.ts';
import type { SaveOrder } from '../../contract/processor.ts';

/**
 * Metadata that identifies our objects at Stripe. `page`: the customer pays on Stripe's page;
 * `saved`: a saved method is charged without the customer.
 */
export function marksOf(
  id: Uuid,
  kind: 'page' | 'saved' | 'method' | 'refund' | 'payout',
): Record<'florin_id' | 'florin_kind', string> {
  return { florin_id: id, florin_kind: kind };
}

/** A session with the expansions of `withIntent`. */
export type Session = Stripe.Checkout.Session;
export type Intent = Stripe.PaymentIntent;

/** Expansions from which states are read. */
export const withCharge = ['latest_charge'];
export const withIntent = ['payment_intent.latest_charge'];
export const withMethod = ['setup_intent.payment_method'];
export const withSource = ['data.source'];

/** State of a payment that cannot be retried. */
export function stateOfIntent(intent: Intent): ChargeState {
  const { id: reference } = intent;
  // A plain string, since newer API versions may add statuses.
  const status: string = intent.status;
  const card = cardOfIntent(intent);
  switch (status) {
    case 'succeeded':
      return { status: 'succeeded', reference, card, saved: savedOf(intent, card) };
    case 'requires_capture':
      return { status: 'authorized', reference, card };
    case 'canceled':
      return { status: 'canceled' };
    case 'requires_payment_method': {
      const error = intent.last_payment_error;
      // Created and not confirmed yet: the call that does both is in progress.
      if (!error) return { status: 'pending', reference };
      const code = declineOf(error.code ?? '', error.decline_code ?? null);
      return { status: 'declined', reference, code, card };
    }
    default:
      return { status: 'pending', reference };
  }
}

/** State of a payment on Stripe's page. */
export function stateOfSession(session: Session): ChargeState {
  const intent = objectOf(session.payment_intent);
  const { id: reference, status, url } = session;
  if (status === 'open' && !isDecided(intent) && url !== null)
    return { status: 'requires_action', reference, action: { kind: 'redirect', url } };
  if (intent) return status === 'expired' ? stateOfLeft(intent) : stateOfIntent(intent);
  return status === 'expired' ? { status: 'canceled' } : { status: 'pending', reference };
}

/** State after the page has closed: an earlier payment counts, no later one can follow. */
function stateOfLeft(intent: Intent): ChargeState {
  const isOn = isDecided(intent) || intent.status === 'processing';
  return isOn ? stateOfIntent(intent) : { status: 'canceled' };
}

function isDecided(intent: Intent | null): boolean {
  return intent !== null && ['succeeded', 'requires_capture', 'canceled'].includes(intent.status);
}

/** Reason of a decline: Stripe's decline code, or else its error code. */
export function declineOf(code: string, declineCode: string | null): string {
  if ([code, declineCode].some((word) => word?.startsWith('authentication_')))
    return 'authentication_required';
  const name = declineCode ?? code;
  switch (name) {
    case 'invalid_cvc':
      return 'incorrect_cvc';
    case 'incorrect_number':
      return 'invalid_number';
    default:
      return ['', 'card_declined', 'resource_missing'].includes(name) ? 'generic_decline' : name;
  }
}

export function methodOf(method: Stripe.PaymentMethod): SavedMethod {
  const { id: reference, card } = method;
  return { reference, customerReference: idOf(method.customer), card: card ? toCard(card) : null };
}

function savedOf(intent: Intent, card: CardSummary | null): SavedMethod | null {
  const reference = idOf(intent.payment_method);
  const customerReference = idOf(intent.customer);
  const isSaved = intent.setup_future_usage === 'off_session' && customerReference !== null;
  return isSaved && reference !== null ? { reference, customerReference, card } : null;
}

function cardOfIntent(intent: Intent): CardSummary | null {
  const charge = objectOf(intent.latest_charge);
  const card =
    charge?.payment_method_details?.card ?? intent.last_payment_error?.payment_method?.card;
  return card ? toCard(card) : null;
}

function toCard(card: {
  readonly brand: string | null;
  readonly last4: string | null;
  readonly exp_month: number;
  readonly exp_year: number;
}): CardSummary | null {
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return last4 === null ? null : { brand: brand ?? 'unknown', last4, expMonth, expYear };
}

/** Maximum length of the text beside the button of Stripe's page. */
const MESSAGE_MAX = 1_200;

/** The mandate text beside the button of Stripe's page. */
export function textOfMandate(saves: SaveOrder | null) {
  const message = saves?.mandate.slice(0, MESSAGE_MAX);
  return message ? { custom_text: { submit: { message } } } : {};
}

/** Id of an object that Stripe returns as an id or expanded. */
export function idOf(shown: string | { readonly id: string } | null | undefined): string | null {
  if (shown === null || shown === undefined) return null;
  return typeof shown === 'string' ? shown : shown.id;
}

/** The object, if Stripe expanded it. */
export function objectOf<Shown extends { readonly id: string }>(
  shown: string | Shown | null | undefined,
): Shown | null {
  return typeof shown === 'object' ? shown : null;
}
