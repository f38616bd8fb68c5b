import { timeOfId, type Uuid } from '@florin/contracts';
import type Stripe from 'stripe';
import type { ChargeName } from '../../contract/processor.ts';
import { callFor, type StripeCalls } from './client.ts';
import { type Intent, type Session, withCharge, withIntent } from './states.ts';

/** How far the clock behind an id may be ahead of Stripe's, in milliseconds. */
const SKEW_MS = 300_000;
/** Most orders arrive within this time. */
const SOON_MS = 600_000;
/** Maximum page size of Stripe. */
export const PAGE = 100;
/** Objects of each kind to scan for an order whose response was lost. */
const OBJECTS_MAX = 2_000;

export type Found = Intent | Session | 'stopped';

/**
 * Finds the Stripe object of a charge by its Stripe id, else by our id among later objects. Uses
 * lists: the Search API lags by a minute and could miss a payment.
 */
export async function lookUp(calls: StripeCalls, charge: ChargeName): Promise<Found | undefined> {
  if (charge.reference === null) return search(calls, charge);
  return retrieve(calls, charge, charge.reference);
}

async function retrieve(
  { stripe, send }: StripeCalls,
  { merchant }: ChargeName,
  reference: string,
): Promise<Found> {
  const call = callFor(merchant);
  if (reference.startsWith('cs_'))
    return send(stripe.checkout.sessions.retrieve(reference, { expand: withIntent }, call));
  const intent = await send(
    stripe.paymentIntents.retrieve(reference, { expand: withCharge }, call),
  );
  const isOpen = intent.metadata.florin_kind === 'page' && intent.status.startsWith('requires_');
  if (!isOpen || intent.status === 'requires_capture') return intent;
  // Only the checkout session shows whether the customer can try again.
  const { data } = await send(
    stripe.checkout.sessions.list(
      { payment_intent: reference, limit: 1, expand: withIntent.map((path) => `data.${path}`) },
      call,
    ),
  );
  return data[0] ?? intent;
}

async function search(calls: StripeCalls, charge: ChargeName): Promise<Found | undefined> {
  const madeAt = timeOfId(charge.id);
  const soon = await searchBetween(calls, charge, {
    gte: toSeconds(madeAt - SKEW_MS),
    lte: toSeconds(madeAt + SOON_MS),
  });
  return soon ?? searchBetween(calls, charge, { gt: toSeconds(madeAt + SOON_MS) });
}

async function searchBetween(
  { stripe, send }: StripeCalls,
  { id, merchant }: ChargeName,
  created: Stripe.RangeQueryParam,
): Promise<Found | undefined> {
  const call = callFor(merchant);
  const params = { created, limit: PAGE };
  const [session, intent, setup] = await Promise.all([
    send(
      firstOf(
        stripe.checkout.sessions.list({ ...params, expand: ['data.payment_intent'] }, call),
        id,
      ),
    ),
    send(
      firstOf(stripe.paymentIntents.list({ ...params, expand: ['data.latest_charge'] }, call), id),
    ),
    send(firstOf(stripe.setupIntents.list(params, call), id)),
  ]);
  if (session)
    return send(stripe.checkout.sessions.retrieve(session.id, { expand: withIntent }, call));
  return intent ?? (setup?.metadata?.florin_stop === undefined ? undefined : 'stopped');
}

/**
 * Finds the object with our id.
 * @throws Error if there are too many to scan, so the outcome is unknown
 */
export async function firstOf<Listed extends { readonly metadata: Stripe.Metadata | null }>(
  list: Stripe.ApiListPromise<Listed>,
  id: string,
): Promise<Listed | undefined> {
  let count = 0;
  for await (const listed of list) {
    if (listed.metadata?.florin_id === id) return listed;
    count += 1;
    if (count === OBJECTS_MAX) throw new Error('there are too many objects at Stripe to search');
  }
  return undefined;
}

/** Filter for objects created with this id or later. */
export function createdSince(id: Uuid): Stripe.RangeQueryParam {
  return { gte: toSeconds(timeOfId(id) - SKEW_MS) };
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
