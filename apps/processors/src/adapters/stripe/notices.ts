import { AppError } from '@florin/contracts';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Merchant, Notice } from '../../contract/model.ts';
import type { IncomingWebhook } from '../../contract/processor.ts';
import { callFor, type StripeCalls } from './client.ts';
import { PAGE } from './look-up.ts';
import { isOfNow, TOLERANCE_S } from './signature-time.ts';
import { idOf } from './states.ts';

/** Events per poll; the next poll continues. */
const EVENTS_MAX = 5_000;

/**
 * Parses a webhook signed with one of the secrets. Notices are only hints: the changed object is
 * then fetched by its id.
 */
export function parseWebhook(
  { stripe }: Pick<StripeCalls, 'stripe'>,
  secrets: readonly string[],
  { body, header, now }: IncomingWebhook,
): readonly Notice[] {
  const signature = header('stripe-signature') ?? '';
  for (const secret of isOfNow(signature, now) ? secrets : []) {
    try {
      const event = stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now,
      );
      return noticesOf(event);
    } catch {
      // Signed with another secret, or invalid. The thrown error quotes the body.
    }
  }
  throw new AppError(
    'unauthorized',
    'this webhook is not signed by Stripe, or its timestamp is not current',
  );
}

/**
 * Events since an instant.
 * @throws Error if there are more than one poll reads
 */
export async function listNotices(
  { stripe, send }: StripeCalls,
  since: number,
  merchant: Pick<Merchant, 'reference'>,
): Promise<readonly Notice[]> {
  const params = { created: { gte: Math.floor(since / 1_000) }, limit: PAGE };
  const list = stripe.events.list(params, callFor(merchant));
  const events = await send(list.autoPagingToArray({ limit: EVENTS_MAX }));
  if (events.length === EVENTS_MAX)
    throw new Error('Stripe has more events than one poll can read');
  return events.flatMap((event) => noticesOf(event, merchant.reference));
}

/** @param merchantReference merchant of listed events; webhooks contain it */
function noticesOf(event: Stripe.Event, merchantReference?: string | null): readonly Notice[] {
  const about = subjectOf(event.data.object as Shown);
  const reference = merchantReference ?? event.account ?? null;
  return about ? [{ id: event.id, merchantReference: reference, ...about }] : [];
}

/** The parts of an event's object that are read. */
interface Shown {
  readonly object: string;
  readonly id: string;
  readonly mode?: string;
  readonly metadata?: Stripe.Metadata | null;
  readonly payment_intent?: string | { readonly id: string } | null;
}

function subjectOf(shown: Shown): Pick<Notice, 'about' | 'reference' | 'ourId'> | undefined {
  const { object, id: reference, metadata } = shown;
  // Other users of the same Stripe account may write any value here.
  const ourId = z.uuid().safeParse(metadata?.florin_id).data ?? null;
  switch (object) {
    // The operator may take payments at Stripe without Florin.
    case 'payment_intent':
      return ourId === null ? undefined : { about: 'charge', reference, ourId };
    case 'checkout.session': {
      if (ourId === null) return undefined;
      return { about: shown.mode === 'setup' ? 'method' : 'charge', reference, ourId };
    }
    case 'refund':
      return ourId === null ? undefined : { about: 'refund', reference, ourId };
    case 'payout':
      return ourId === null ? undefined : { about: 'payout', reference, ourId };
    case 'dispute':
      return idOf(shown.payment_intent) === null
        ? undefined
        : { about: 'dispute', reference, ourId: null };
    case 'payment_method':
      return { about: 'method', reference, ourId: null };
    default:
      return undefined;
  }
}
