import Stripe from 'stripe';
import { STRIPE_SECRETS } from '../../stripe-stand-in.ts';

export const SECRET = STRIPE_SECRETS[0];

const signer = new Stripe('sk_test_signs_only').webhooks;

/** Signs a webhook as Stripe does. */
export function signatureOf(text: string, secret: string = SECRET, ageS = 0): string {
  const timestamp = Math.floor(Date.now() / 1_000) - ageS;
  return signer.generateTestHeaderString({ payload: text, secret, timestamp });
}
