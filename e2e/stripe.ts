import { randomBytes } from 'node:crypto';
import type { Books, Control } from '@florin/stripe-stand-in/control';
import { browse, FORM } from './contract/pay.ts';
import { STRIPE_VARIABLE } from './stripe-stand-in.ts';

/** The Stripe stand-in of this run's system. */
function stripeUrl(): string {
  const url = process.env[STRIPE_VARIABLE];
  if (url === undefined) throw new Error(`${STRIPE_VARIABLE} is not set: the stories set it`);
  return url;
}

/** Makes Stripe do something, or fail. */
export async function controlStripe(order: Control): Promise<void> {
  const response = await fetch(`${stripeUrl()}/_control`, {
    method: 'POST',
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** A Stripe account whose owner has connected it to the platform. */
export async function connectAtStripe(): Promise<string> {
  const connected = `acct_${randomBytes(8).toString('hex')}`;
  await controlStripe({ do: 'connect', connected });
  return connected;
}

/** Amounts that Stripe has received and refunded. */
export async function readBooks(): Promise<Books> {
  return (await fetch(`${stripeUrl()}/_control/books`)).json() as Promise<Books>;
}

/** Presses the button to Stripe; returns its address. */
export async function beginAtStripe(paymentUrl: string, fields: object = {}): Promise<string> {
  const body = new URLSearchParams({ processor: 'stripe', ...fields });
  const { headers } = await browse(paymentUrl, { method: 'POST', body });
  return headers.get('location') ?? '';
}

/** Types a card on Stripe's page and passes the bank's check; returns the next address. */
export async function payAtStripe(page: string, number: string): Promise<string> {
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const { expiry, cvc, name } = FORM;
  const next = (await post(page, { number, expiry, cvc, name })).headers.get('location') ?? '';
  if (!next.startsWith('/c/authenticate/')) return next;
  const agreed = await post(new URL(next, stripeUrl()).href, { answer: 'agree' });
  return agreed.headers.get('location') ?? '';
}
