import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { readOutput } from '../api.ts';
import { CARDS, openPage, pay } from '../contract/pay.ts';
import { newOwner, type Owner } from '../contract/people.ts';
import { logInAdmin, requestPayment } from '../contract/world.ts';
import { query } from '../database.ts';
import { proveBooks } from '../prove-books.ts';
import {
  beginAtStripe,
  connectAtStripe,
  controlStripe,
  payAtStripe,
  readBooks,
} from '../stripe.ts';

const AMOUNT = 2_500;
/** Upper limit of an outage; tests end it earlier. */
const AWAY_MS_MAX = 60_000;
const ASKS_HOLDER = '4000002760003184';

afterEach(() => controlStripe({ do: 'behave' }));

async function ask(owner: Owner) {
  const { id, payment_url } = await requestPayment(owner, { amount: AMOUNT });
  return { id: String(id), url: String(payment_url) };
}

const balanceOf = async (owner: Owner): Promise<number> =>
  (await owner.call('GET', '/v1/account/balance')).body.available;

const untilPaid = (owner: Owner, id: string, total = AMOUNT) =>
  eventually(async () => {
    expect((await owner.call('GET', `/v1/payments/${id}`)).body.status).toBe('succeeded');
    expect(await balanceOf(owner)).toBe(total);
  });

/** Amount and number of payments that Stripe has received since then. */
async function takenSince(before: Awaited<ReturnType<typeof readBooks>>) {
  const known = new Set(before.payments.map(({ payment_intent }) => payment_intent));
  const payments = (await readBooks()).payments.filter((it) => !known.has(it.payment_intent));
  return payments.filter(({ captured }) => captured > 0).map(({ captured }) => captured);
}

/** Moves all times of a payment's charge into the past. */
const letPass = (paymentId: string, time: string) =>
  query(
    'processors',
    `update processors.charges set created_at = created_at - $2::interval,
            updated_at = updated_at - $2::interval, ask_at = ask_at - $2::interval
      where payment_id = $1`,
    [parsePublicId('paymentRequest', paymentId), time],
  );

async function isToBeAsked(paymentId: string): Promise<boolean | undefined> {
  const [charge] = await query<{ due: boolean }>(
    'processors',
    'select ask_at <= clock_timestamp() as due from processors.charges where payment_id = $1',
    [parsePublicId('paymentRequest', paymentId)],
  );
  return charge?.due;
}

describe('a customer at Stripe', () => {
  it('is declined, tries again, pays once, and returns to a receipt', async () => {
    const before = await readBooks();
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    const page = await beginAtStripe(url);
    expect(page).toContain('/c/pay/cs_test_');
    await payAtStripe(page, CARDS.declined);
    expect(await payAtStripe(page, CARDS.good)).toBe(url);
    await untilPaid(owner, id);
    expect((await openPage(url)).body).toContain('ending in 4242');
    expect(await takenSince(before)).toEqual([AMOUNT]);
  });

  it("passes the bank's check, and pays", async () => {
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    await payAtStripe(await beginAtStripe(url), ASKS_HOLDER);
    await untilPaid(owner, id);
  });

  it('returns without paying, resumes, or pays in another way', async () => {
    const before = await readBooks();
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    const page = await beginAtStripe(url);
    expect((await openPage(url)).body).toContain(page);
    await beginAtStripe(url, { instead: 'yes' });
    expect((await openPage(url)).body).toContain('Pay $25.00 at Stripe');
    await pay(url, CARDS.good);
    await untilPaid(owner, id);
    // The page that was left accepts no payment any more.
    await payAtStripe(page, CARDS.good);
    expect(await takenSince(before)).toEqual([]);
  });

  it.each([
    ['never', { how: 'lose', times: 20 }],
    ['twice', { how: 'duplicate', times: 20 }],
    ['in the opposite order', { how: 'reorder', times: 3 }],
    ['before the answer', { how: 'before_answer', times: 20 }],
  ] as const)('has paid once, whether Stripe reports it %s', async (_when, fault) => {
    await controlStripe({ do: 'webhooks', ...fault });
    const before = await readBooks();
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    await payAtStripe(await beginAtStripe(url), CARDS.good);
    await untilPaid(owner, id);
    expect(await takenSince(before)).toEqual([AMOUNT]);
  });

  it('has paid once, although Stripe is down for an hour afterwards', async () => {
    const before = await readBooks();
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    const page = await beginAtStripe(url);
    await controlStripe({ do: 'webhooks', how: 'lose', times: 20 });
    await payAtStripe(page, CARDS.good);
    await controlStripe({ do: 'down', ms: AWAY_MS_MAX });
    // The second poll follows an unanswered first one.
    for (const time of ['1 hour', '1 minute']) {
      await letPass(id, time);
      await eventually(async () => expect(await isToBeAsked(id)).toBe(false));
    }
    expect((await owner.call('GET', `/v1/payments/${id}`)).body.status).toBe('pending');
    await controlStripe({ do: 'behave' });
    await letPass(id, '1 minute');
    await untilPaid(owner, id);
    expect(await takenSince(before)).toEqual([AMOUNT]);
  });

  it.each([
    // The official client retries after a closed connection.
    ['reset_after', 2],
    ['reset_before', 2],
    ['error_500_after', 1],
    ['error_429', 1],
  ] as const)('pays once where Stripe answers the order by %s', async (kind, times) => {
    const before = await readBooks();
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    await controlStripe({ do: 'fail', kind, method: 'POST', times });
    await beginAtStripe(url);
    await controlStripe({ do: 'behave' });
    const page = await eventually(async () => {
      const { body } = await openPage(url);
      const [begun] = /http:\/\/127[^"]*\/c\/pay\/[^"]*/.exec(body) ?? [];
      return begun ?? mustLead(await beginAtStripe(url));
    });
    await payAtStripe(page, CARDS.good);
    await untilPaid(owner, id);
    expect(await takenSince(before)).toEqual([AMOUNT]);
  });
});

function mustLead(address: string): string {
  expect(address).toContain('/c/pay/');
  return address;
}

describe('refunds by Stripe', () => {
  async function paid(card: string) {
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    await payAtStripe(await beginAtStripe(url), card);
    await untilPaid(owner, id);
    const refund = (body: object) => owner.call('POST', `/v1/payments/${id}/refund`, { body });
    return { owner, id, refund };
  }
  const untilStatus = (owner: Owner, id: string, status: string) =>
    eventually(async () => {
      const { body } = await owner.call('GET', `/v1/refunds/${id}`);
      expect(body.status).toBe(status);
    });

  it('are sent once, even if the answer is lost', async () => {
    const { owner, refund } = await paid(CARDS.good);
    const before = await readBooks();
    await controlStripe({ do: 'fail', kind: 'reset_after', path: '/v1/refunds', times: 2 });
    const { status, body } = await refund({ amount: 1_000 });
    expect(status).toBe(201);
    await untilStatus(owner, body.id, 'succeeded');
    expect(await balanceOf(owner)).toBe(AMOUNT - 1_000);
    const after = await readBooks();
    expect(after.refunds.length - before.refunds.length).toBe(1);
  });

  it('return the money to the balance if they fail', async () => {
    const { owner, refund } = await paid('4000000000005126');
    const { body } = await refund({});
    await untilStatus(owner, body.id, 'failed');
    await eventually(async () => expect(await balanceOf(owner)).toBe(AMOUNT));
  });

  it('are withheld during a dispute, and released when it is won', async () => {
    // The money is withheld before anyone sees that it was there.
    const owner = await newOwner();
    const { id, url } = await ask(owner);
    await payAtStripe(await beginAtStripe(url), CARDS.disputed);
    const dispute = await eventually(async () => {
      const { body } = await owner.call('GET', `/v1/disputes?payment_id=${id}`);
      expect(body.data[0]?.withheld).toBe(AMOUNT);
      return body.data[0];
    });
    const evidence = { text: 'winning_evidence' };
    await owner.call('POST', `/v1/disputes/${dispute.id}/evidence`, { body: evidence });
    await eventually(async () => {
      const { body } = await owner.call('GET', `/v1/disputes/${dispute.id}`);
      expect(body.status).toBe('won');
      expect(await balanceOf(owner)).toBe(AMOUNT);
    });
  });
});

it('a card saved at Stripe without a payment pays a subscription from its first day', async () => {
  const owner = await newOwner();
  const return_urls = ['https://shop.example/saved'];
  await owner.call('PATCH', '/v1/account', { body: { return_urls } });
  const customer = (await owner.call('POST', '/v1/customers', { body: {} })).body;
  const body = {
    account_id: owner.accountId,
    customer_id: customer.id,
    customer_email: 'grace@example.com',
    return_url: return_urls[0],
    processor: 'stripe',
  };
  const opened = await owner.call('POST', '/v1/payment_methods', { body });
  expect(opened.status).toBe(201);
  expect(await payAtStripe(opened.body.url, CARDS.good)).toBe(return_urls[0]);
  const path = `/v1/payment_methods?customer_id=${customer.id}`;
  const [saved] = await eventually(async () => {
    const { data } = (await owner.call('GET', path)).body;
    expect(data).toHaveLength(1);
    return data;
  });
  expect(saved).toMatchObject({ processor: 'stripe', is_default: true, card: { last4: '4242' } });
  const request = { customer_id: customer.id, plan: 'basic' };
  const subscribe = async () => {
    const { body } = await owner.call('POST', '/v1/subscriptions', { body: request });
    return (await owner.call('GET', `/v1/invoices/${body.latest_invoice_id}`)).body.status;
  };
  expect(await subscribe()).toBe('paid');
  await eventually(async () => expect(await balanceOf(owner)).toBe(1_000));
  await owner.call('DELETE', `/v1/payment_methods/${saved.id}`);
  expect(await subscribe()).toBe('open');
});

it("customers pay a shop's own Stripe account, and get refunds from there", async () => {
  const owner = await newOwner();
  const account = await connectAtStripe();
  const admin = await logInAdmin();
  const body = { account_id: owner.accountId, processor: 'stripe', reference: account };
  const connected = await admin.call('POST', '/v1/processor_accounts', { body });
  expect(connected.status).toBe(201);
  const { id, url } = await ask(owner);
  await payAtStripe(await beginAtStripe(url), CARDS.good);
  await untilPaid(owner, id);
  const theirs = async () =>
    (await readBooks()).payments.filter((each) => each.account === account);
  expect(await theirs()).toMatchObject([{ captured: AMOUNT }]);
  const refunded = await owner.call('POST', `/v1/payments/${id}/refund`, { body: {} });
  expect(refunded.status).toBe(201);
  await eventually(async () => {
    const { refunds } = await readBooks();
    expect(refunds.filter((each) => each.account === account)).toHaveLength(1);
  });
  await admin.call('DELETE', `/v1/processor_accounts/${connected.body.id}`);
});

it('no output contains secrets or card numbers', () => {
  const output = readOutput();
  for (const secret of ['sk_test_', 'whsec_', CARDS.good, ASKS_HOLDER])
    expect(output.includes(secret), secret).toBe(false);
});

it('the books balance', async () => {
  await proveBooks();
});
