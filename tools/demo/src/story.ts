import { randomBytes } from 'node:crypto';
import { type Narrate, post } from './narrator.ts';
import { liveAYear } from './year.ts';

/** Always valid at the built-in test processor. */
const CARD = { card_number: '4242424242424242', expiry: '12/40', cvc: '123' };

/** An account from opening to closing, with everything in between. */
export async function playStory(narrate: Narrate): Promise<void> {
  const owner = {
    email: `ada-${randomBytes(4).toString('hex')}@example.com`,
    password: randomBytes(12).toString('base64url'),
  };
  const account = await openAccount(narrate, owner);
  await moveMoney(narrate, account.id);
  await getPaid(narrate, account.id);
  await subscribe(narrate, account.id);
  await liveAYear(narrate, account.id);
  await closeAccount(narrate, owner);
}

async function openAccount(narrate: Narrate, owner: { email: string; password: string }) {
  const account = await narrate({
    why: 'Ada opens an account for her shop. It holds the money, and she is its owner.',
    ...post('/v1/accounts', { ...owner, name: 'Ada', type: 'business' }),
    status: 201,
    says: { status: 'active' },
  });
  await narrate({
    why: 'She logs in. The token speaks for her account for ten minutes.',
    ...post('/v1/auth/login', owner),
    status: 200,
    says: { token_type: 'Bearer', expires_in: 600 },
    leaves: [0, 0],
  });
  return account;
}

async function moveMoney(narrate: Narrate, account_id: string): Promise<void> {
  const move = (fields: object) =>
    post('/v1/transactions', { account_id, currency: 'USD', ...fields });
  await narrate({
    why: 'A credit comes first: a balance starts at zero and never goes below it.',
    ...move({ type: 'credit', amount: 10_000 }),
    status: 201,
    says: { status: 'succeeded', amount: 10_000 },
    leaves: [10_000, 0],
  });
  const mistake = await narrate({
    why: 'A payment first holds its amount, here until it is captured.',
    ...move({ type: 'payment', amount: 1_500, capture: 'manual' }),
    status: 201,
    says: { status: 'pending' },
    leaves: [8_500, 1_500],
  });
  await narrate({
    why: 'It was a mistake. A pending payment can be canceled, which releases the money.',
    method: 'DELETE',
    path: `/v1/transactions/${mistake.id}`,
    status: 200,
    says: { status: 'canceled' },
    leaves: [10_000, 0],
  });
  const payment = await narrate({
    why: 'Another payment, for an order that may not be fully in stock.',
    ...move({ type: 'payment', amount: 4_000, capture: 'manual' }),
    status: 201,
    says: { status: 'pending' },
    leaves: [6_000, 4_000],
  });
  await narrate({
    why: 'Only a part can be delivered: it is captured, and the rest is released.',
    ...post(`/v1/transactions/${payment.id}/capture`, { amount: 3_000 }),
    status: 200,
    says: { status: 'succeeded', captured_amount: 3_000 },
    leaves: [7_000, 0],
  });
  await narrate({
    why: 'One article is returned: a refund is limited to the captured amount.',
    ...move({ type: 'refund', amount: 1_000, refund_of_id: payment.id }),
    status: 201,
    says: { status: 'succeeded' },
    leaves: [8_000, 0],
  });
  await narrate({
    why: 'A payment above the balance is refused, and no money moves.',
    ...move({ type: 'payment', amount: 50_000 }),
    status: 402,
    says: { error: 'insufficient_funds' },
    leaves: [8_000, 0],
  });
}

async function getPaid(narrate: Narrate, account_id: string): Promise<void> {
  const customer_email = 'grace@example.com';
  const request = await narrate({
    why: 'Ada requests 25.00 from a customer. The answer has the address of a payment page.',
    ...post('/v1/payments', { account_id, amount: 2_500, currency: 'USD', customer_email }),
    status: 201,
    says: { status: 'pending' },
    leaves: [8_000, 0],
  });
  const page = new URL(request.payment_url).pathname;
  await narrate({
    why: 'Grace opens the page in her browser. It needs no login and no JavaScript.',
    method: 'GET',
    path: page,
    status: 200,
    says: { heading: 'Pay $25.00' },
    leaves: [8_000, 0],
  });
  await narrate({
    why: 'She submits her card, and the money arrives before the next page.',
    method: 'POST',
    path: page,
    form: { ...CARD, name: 'Grace' },
    status: 200,
    says: { heading: 'Paid. Thank you!' },
    leaves: [10_500, 0],
  });
  await narrate({
    why: 'The payment request shows it too.',
    method: 'GET',
    path: `/v1/payments/${request.id}/status`,
    status: 200,
    says: { status: 'succeeded', amount: 2_500 },
    leaves: [10_500, 0],
  });
}

async function subscribe(narrate: Narrate, customer_id: string): Promise<void> {
  const { id } = await narrate({
    why: 'Her account subscribes to a plan of the platform. A trial costs nothing.',
    ...post('/v1/subscriptions', { customer_id, plan: 'basic', trial_period_days: 14 }),
    status: 200,
    says: { status: 'trialing', plan_id: 'basic_monthly', amount: 1_000 },
    leaves: [10_500, 0],
  });
  const command = (verb: string, why: string, says: Record<string, unknown>, json = {}) =>
    narrate({
      why,
      ...post(`/v1/subscriptions/${id}/${verb}`, json),
      status: 200,
      says,
      leaves: [10_500, 0],
    });
  const dearer = { status: 'trialing', plan_id: 'pro_monthly', amount: 2_500 };
  await command(
    'update',
    'An upgrade takes effect immediately; within the trial it is free.',
    dearer,
    {
      plan: 'pro',
    },
  );
  await command('pause', 'A pause stops billing and banks the remaining time.', {
    status: 'paused',
  });
  await command('resume', 'Resumed, the trial continues where it stopped.', { status: 'trialing' });
  await command('cancel', 'She cancels before the first charge.', { status: 'canceled' });
}

async function closeAccount(narrate: Narrate, owner: Record<string, string>): Promise<void> {
  await narrate({
    why: 'Without an active subscription, the account can be closed for good. Its remaining balance is frozen and reported.',
    method: 'DELETE',
    path: '/v1/account',
    status: 200,
    says: { status: 'closed' },
  });
  await narrate({
    why: 'From that answer on, neither her token …',
    method: 'GET',
    path: '/v1/account/balance',
    status: 401,
    says: { error: 'unauthorized' },
  });
  await narrate({
    why: '… nor her password opens anything.',
    ...post('/v1/auth/login', owner),
    status: 401,
    says: { error: 'invalid_credentials' },
  });
}
