import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { DEFAULT_KEY, type StandIn, type StandInOptions, startStandIn } from '../src/start.ts';

/** Delays that are short enough for a test. */
const delays = { refundMs: 200, refundFailureMs: 300, payoutMs: 200, disputeMs: 100 };

export async function open(options: StandInOptions = {}) {
  const standIn = await startStandIn({ delays, connected: ['acct_one'], ...options });
  return { standIn, stripe: clientOf(standIn), close: () => standIn.close() };
}

export function clientOf({ port }: StandIn, key = DEFAULT_KEY, timeout = 2_000): Stripe {
  return new Stripe(key, {
    ...{ host: '127.0.0.1', port, protocol: 'http', timeout },
    ...{ maxNetworkRetries: 0, telemetry: false, apiVersion: '2026-10-28.endive' },
  });
}

/** A customer submits a card on a page; returns the answer to the browser. */
export async function payAt(url: string, number: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ number, expiry: '12/34', cvc: '123', name: 'Ada', ...fields });
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
}

export const pageOrder = {
  mode: 'payment',
  success_url: 'http://127.0.0.1:1/back?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://127.0.0.1:1/back',
  client_reference_id: 'order-1',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: 1_000, product_data: { name: 'A thing' } },
    },
  ],
  payment_intent_data: { metadata: { order: 'order-1' } },
} satisfies Stripe.Checkout.SessionCreateParams;

/** Receives webhooks, and answers each with the status from `answer`. */
export async function openReceiver(answer: (count: number) => number = () => 200) {
  const received: { readonly body: string; readonly signature: string }[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answer(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
