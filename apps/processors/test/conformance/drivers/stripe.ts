import { newId } from '@florin/contracts';
import { startStandIn } from '@florin/stripe-stand-in';
import Stripe from 'stripe';
import { makeStripe } from '../../../src/adapters/stripe/processor.ts';
import { readStripeSettings } from '../../../src/settings/stripe.ts';
import { currencyOf, type Driver, type Payer } from '../driver.ts';

const numbers: Readonly<Record<Payer, string>> = {
  pays: '4242424242424242',
  'is refused': '4000000000000002',
  'has too little': '4000000000009995',
  'pays, and is refused when charged later': '4000000000000341',
  'pays, and has to be asked when charged later': '4000002760003184',
  'pays, and disputes it': '4000000000000259',
  'pays, and a refund comes back': '4000000000005126',
  'pays, and a refund takes its time': '4000000000007726',
};

const SECRETS = { first: 'whsec_first_secret', second: 'whsec_second_secret' };
const SECRET_KEY = 'sk_test_conformance_key';
/** A payment whose money is available at once. */
const AVAILABLE_AT_ONCE = '4000000000000077';
/** Amount of unrelated earlier fees and refunds at Stripe. */
const BESIDES = 100_000n;
const delays = { refundMs: 300, refundFailureMs: 300, payoutMs: 300, disputeMs: 300 };

/** A simulated Stripe over TCP; customers use its pages. */
export async function driveStripe(): Promise<Driver> {
  const standIn = await startStandIn({ delays, secretKeys: [SECRET_KEY] });
  const settings = readStripeSettings({
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: Object.values(SECRETS).join(','),
    STRIPE_API_BASE: standIn.url,
  });
  if (!settings) throw new Error('no key was read');
  const processor = makeStripe(settings);
  const signer = new Stripe(SECRET_KEY).webhooks;
  const merchant = { accountId: newId(), reference: null };
  const currency = currencyOf('USD');

  /** Enters a card on a page, and confirms if the bank asks. */
  async function payAt(url: string, number: string): Promise<void> {
    const fields = { number, expiry: '12/40', cvc: '123', name: 'Grace Hopper' };
    const next = await post(url, fields);
    const asked = next.headers.get('location');
    if (asked?.startsWith('/c/authenticate/'))
      await post(new URL(asked, standIn.url).href, { answer: 'agree' });
  }

  return {
    processor,
    merchant,
    currency,
    payers: Object.keys(numbers) as Payer[],
    orderOf: () => ({}),
    async act(payer, state) {
      if (state.status === 'requires_action' && state.action.kind === 'redirect')
        await payAt(state.action.url, numbers[payer]);
    },
    async losing(call) {
      // The official client retries once after a closed connection.
      standIn.control({ do: 'fail', kind: 'reset_after', method: 'POST', times: 2 });
      const lost = await call().then(
        () => false,
        () => true,
      );
      standIn.control({ do: 'behave' });
      if (!lost) throw new Error('the answer came');
    },
    async taken(id) {
      const payments = standIn.books().payments.filter(({ metadata }) => metadata.florin_id === id);
      return BigInt(payments.reduce((sum, { captured }) => sum + captured, 0));
    },
    async given(id) {
      const { refunds, payouts } = standIn.books();
      const all = [...refunds, ...payouts].filter(({ metadata }) => metadata.florin_id === id);
      const kept = all.filter(({ status }) => status !== 'failed' && status !== 'canceled');
      return BigInt(kept.reduce((sum, { amount }) => sum + amount, 0));
    },
    secrets: [...Object.values(numbers), ...Object.values(SECRETS), SECRET_KEY],
    async fund(amount) {
      const order = { id: newId(), merchant, amount: amount + BESIDES, currency };
      const page = await processor.authorize({
        ...order,
        ...{ description: 'money to pay out', email: 'grace@example.com', capture: 'automatic' },
        ...{ returnUrl: 'http://127.0.0.1:1/thanks', card: null, saves: null },
      });
      if (page.status === 'requires_action' && page.action.kind === 'redirect')
        await payAt(page.action.url, AVAILABLE_AT_ONCE);
    },
    comesBack: 1_000n,
    async returnPayout(payout) {
      standIn.control({ do: 'fail_payout', payout });
    },
    sign({ id, reference }, at, which) {
      const payload = JSON.stringify({
        ...{ id: `evt_${id}`, object: 'event', type: 'payment_intent.succeeded' },
        ...{ api_version: Stripe.API_VERSION, created: Math.floor(at / 1_000), livemode: false },
        data: {
          object: { id: reference, object: 'payment_intent', metadata: { florin_id: id } },
        },
      });
      const secret = which === 'forged' ? 'whsec_somebody_else' : SECRETS[which];
      const timestamp = Math.floor(at / 1_000);
      const signature = signer.generateTestHeaderString({ payload, secret, timestamp });
      return { body: Buffer.from(payload), headers: { 'stripe-signature': signature } };
    },
    stop: () => standIn.close(),
  };
}

function post(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    signal: AbortSignal.timeout(5_000),
  });
}
