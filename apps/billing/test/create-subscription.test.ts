import { newId, subscriptionSchema, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const NOW = '2026-01-31T10:00:00.000Z';
const { world, billing, openShop } = useBilling();

const shopWith = (account = {}) => openShop(account);

describe('an account that pays for itself', () => {
  it('is charged at once and active, with all fields', async () => {
    const shop = await shopWith({ available: 1_500 });
    const { status, body } = await shop.subscribe({ plan: 'basic', metadata: { seat: 1 } });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
      object: 'subscription',
      livemode: false,
      customer_id: shop.publicId,
      resolved_customer_id: null,
      customer_created: false,
      account_id: toPublicId('account', world().peers.platform.id),
      plan: 'basic',
      plan_id: 'basic_monthly',
      price_id: null,
      quantity: 1,
      items: [
        {
          ...{ object: 'subscription_item', price_id: null, plan_id: 'basic_monthly' },
          ...{ name: 'Basic, monthly', quantity: 1, amount: 1_000 },
        },
      ],
      amount: 1_000,
      mrr: 1_000,
      currency: 'USD',
      interval: 'month',
      interval_count: 1,
      status: 'active',
      current_period_start: NOW,
      current_period_end: '2026-02-28T10:00:00.000Z',
      billing_cycle_anchor: NOW,
      trial_start: null,
      trial_end: null,
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_reason: null,
      ended_at: null,
      pause: null,
      pending_change: null,
      latest_change_id: null,
      latest_invoice_id: expect.stringMatching(/^inv_/),
      next_payment_attempt: null,
      attempt_count: 0,
      next_reminder: null,
      reminder_count: 0,
      past_due_reason: null,
      payment_method_id: null,
      ...{ days_until_due: null, collection_method: null, po_number: null },
      metadata: { seat: 1 },
      test_clock_id: null,
      created_at: NOW,
      updated_at: NOW,
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(500);
    const invoice = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice.body).toMatchObject({
      status: 'paid',
      cause: 'period:0',
      amount_due: 1_000,
      amount_paid: 1_000,
      amount_remaining: 0,
      attempt_count: 1,
      transaction_id: expect.stringMatching(/^txn_/),
      lines: [{ type: 'period', plan: 'basic_monthly', quantity: 1, amount: 1_000 }],
    });
    expect((await shop.get(`/v1/subscriptions/${body.id}`)).body).toEqual(body);
  });

  it('is past due if the balance is too low, and no period starts', async () => {
    const shop = await shopWith({ available: 999 });
    const { status, body } = await shop.subscribe();
    expect({ status, ...body }).toMatchObject({
      status: 'past_due',
      current_period_start: NOW,
      current_period_end: NOW,
      attempt_count: 1,
      next_payment_attempt: '2026-02-01T10:00:00.000Z',
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(999);
    const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice).toMatchObject({ status: 'open', amount_remaining: 1_000, payment_url: null });
  });

  it('starts with a free trial', async () => {
    const shop = await shopWith();
    const { body } = await shop.subscribe({ trial_period_days: 14 });
    expect(body).toMatchObject({
      status: 'trialing',
      trial_start: NOW,
      trial_end: '2026-02-14T10:00:00.000Z',
      current_period_end: '2026-02-14T10:00:00.000Z',
      billing_cycle_anchor: '2026-02-14T10:00:00.000Z',
      latest_invoice_id: null,
    });
    expect(await world().peers.chargesOf(shop.id)).toEqual([]);
  });

  it('pays in its own currency, in the time zone of the platform', async () => {
    const shop = await shopWith({ currency: 'JPY', available: 99_000, timezone: 'Asia/Tokyo' });
    const { body } = await shop.subscribe({ plan: 'business_yearly' });
    expect(body).toMatchObject({ currency: 'JPY', amount: 99_000, interval: 'year' });
  });

  it('pays for a quantity', async () => {
    const shop = await shopWith({ available: 7_500 });
    expect((await shop.subscribe({ plan: 'pro', quantity: 3 })).body).toMatchObject({
      status: 'active',
      quantity: 3,
      amount: 7_500,
    });
    expect(await world().peers.balanceOf(shop.id)).toBe(0);
  });

  it('sells no plan of the platform to a customer of its own', async () => {
    const shop = await openShop({ available: 5_000 });
    const platform = callerOf(world().peers.platform.id, 'admin');
    const plan = {
      id: 'hosting',
      name: 'Hosting',
      amount: 700,
      currency: 'USD',
      interval: 'month',
    };
    await billing().call('POST', '/v1/plans', { caller: platform, body: plan });
    const { body: customer } = await shop.post('/v1/customers', {});
    for (const customer_id of [customer.id, 'c1'])
      for (const path of ['/v1/subscriptions', '/v1/subscriptions/preview']) {
        const { status, body } = await shop.post(path, { customer_id, plan: 'hosting' });
        expect([status, body.error]).toEqual([400, 'invalid_request']);
        expect(body.message).toMatch(/^plan: hosting belongs to the platform/);
      }
    const { body: sold } = await shop.subscribe({ customer_id: customer.id });
    const update = await shop.post(`/v1/subscriptions/${sold.id}/update`, { plan: 'hosting' });
    expect(update.status).toBe(404);
    const own = { ...plan, name: 'My own', amount: 800 };
    expect((await shop.post('/v1/plans', own)).status).toBe(201);
    const mine = await shop.subscribe({ customer_id: customer.id, plan: 'hosting' });
    expect(mine.body).toMatchObject({ amount: 800, account_id: shop.publicId });
    const bought = await shop.subscribe({ plan: 'hosting' });
    expect(bought.body).toMatchObject({
      amount: 700,
      account_id: toPublicId('account', platform.accountId ?? ''),
    });
  });

  it('is refused if account_id and customer_id name different accounts', async () => {
    const [shop, other] = [await openShop({ available: 5_000 }), await openShop()];
    const { body: customer } = await shop.post('/v1/customers', {});
    const admin = callerOf(world().peers.platform.id, 'admin');
    const as = (customer_id: string, account_id: string) => {
      const body = { customer_id, account_id, plan: 'basic' };
      return billing().call('POST', '/v1/subscriptions', { caller: admin, body });
    };
    for (const customer_id of [customer.id, shop.publicId]) {
      const { status, body } = await as(customer_id, other.publicId);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toMatch(/^account_id: .*acc_/);
      expect((await as(customer_id, shop.publicId)).status).toBe(200);
    }
  });

  it('buys plans of the platform and none of its own', async () => {
    const shop = await shopWith({ available: 10_000 });
    const platform = callerOf(world().peers.platform.id, 'admin');
    const plan = { id: 'gold', name: 'Gold', amount: 300, interval: 'week' };
    await billing().call('POST', '/v1/plans', { caller: platform, body: plan });
    await shop.post('/v1/plans', { ...plan, id: 'mine' });
    expect((await shop.subscribe({ plan: 'gold' })).body).toMatchObject({ amount: 300 });
    expect(await shop.subscribe({ plan: 'mine' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining('mine') },
    });
    const yen = await shopWith({ currency: 'JPY' });
    expect(await yen.subscribe({ plan: 'gold' })).toMatchObject({
      status: 400,
      body: { error: 'currency_mismatch' },
    });
  });

  it('can be subscribed by an admin, but by no other caller', async () => {
    const shop = await shopWith({ available: 1_000 });
    const body = { customer_id: shop.publicId, plan: 'basic' };
    const as = (caller: object) => billing().call('POST', '/v1/subscriptions', { caller, body });
    expect((await as(callerOf(newId()))).status).toBe(404);
    expect((await as(callerOf(null, 'platform'))).status).toBe(401);
    expect((await as(callerOf(world().peers.platform.id, 'admin'))).body.status).toBe('active');
  });
});

describe('a customer of the caller', () => {
  it('is created on first use and gets an invoice to pay', async () => {
    const shop = await shopWith({ timezone: 'Europe/Zurich' });
    const { status, body } = await shop.subscribe({ customer_id: 'crm-4711', plan: 'pro_monthly' });
    expect({ ...body, http: status }).toMatchObject({
      http: 200,
      status: 'active',
      customer_id: 'crm-4711',
      account_id: shop.publicId,
      amount: 2_500,
    });
    const { body: invoice } = await shop.get(`/v1/invoices/${body.latest_invoice_id}`);
    expect(invoice).toMatchObject({
      status: 'open',
      number: 1,
      customer_id: 'crm-4711',
      due_at: '2026-02-03T22:59:59.000Z',
      attempt_count: 0,
      payment_id: expect.stringMatching(/^pay_/),
      payment_url: expect.stringContaining('/pay/'),
    });
    const [request] = await world().peers.paymentRequestsOf(shop.id);
    expect(request).toMatchObject({
      amount: 2_500,
      currency: 'USD',
      reference: invoice.id,
      metadata: { invoice_id: invoice.id },
      email: expect.stringMatching(/^cus_.*@customers\.invalid$/),
    });

    const again = await shop.subscribe({ customer_id: 'crm-4711' });
    expect((await shop.get('/v1/customers')).body.data).toHaveLength(1);
    const { body: second } = await shop.get(`/v1/invoices/${again.body.latest_invoice_id}`);
    expect(second.number).toBe(2);
  });

  it('is billed at its own email address', async () => {
    const shop = await shopWith();
    const customer = await shop.post('/v1/customers', { email: 'Ada@Example.com' });
    const { body } = await shop.subscribe({ customer_id: customer.body.id });
    expect(body.customer_id).toBe(customer.body.id);
    const [request] = await world().peers.paymentRequestsOf(shop.id);
    expect(request?.email).toBe('ada@example.com');
  });

  it('can subscribe to plans of the caller', async () => {
    const shop = await shopWith();
    await shop.post('/v1/plans', { id: 'gold', name: 'Gold', amount: 777, interval: 'day' });
    const { body } = await shop.subscribe({ customer_id: 'c1', plan: 'gold' });
    expect(body).toMatchObject({ plan: 'gold', amount: 777, interval: 'day' });
  });

  it('does not exist if another account owns it', async () => {
    const [shop, other] = [await shopWith(), await shopWith()];
    const customer = await other.post('/v1/customers', {});
    expect(await shop.subscribe({ customer_id: customer.body.id })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    expect((await shop.subscribe({ customer_id: toPublicId('customer', newId()) })).status).toBe(
      404,
    );
  });
});

describe('the request', () => {
  it.each([
    ['no customer', { customer_id: undefined }],
    ['an empty customer', { customer_id: '' }],
    ['no plan', { plan: undefined }],
    ['a trial below zero', { trial_period_days: -1 }],
    ['a trial that is too long', { trial_period_days: 731 }],
    ['a trial that is not an integer', { trial_period_days: 1.5 }],
    ['a trial as text', { trial_period_days: '14' }],
    ['a quantity of zero', { quantity: 0 }],
    ['a quantity beyond all amounts', { plan: 'business_yearly', quantity: 1_000_001 }],
    ['metadata that is not an object', { metadata: [] }],
  ])('is refused with %s', async (_, change) => {
    const shop = await shopWith();
    const { status, body } = await shop.subscribe(change);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_request' });
  });

  it('with an unknown plan gets a suggestion of the intended one', async () => {
    const shop = await shopWith();
    await shop.post('/v1/plans', { id: 'gold', name: 'Gold', amount: 1, interval: 'day' });
    const { status, body } = await shop.subscribe({ customer_id: 'c1', plan: 'golds' });
    expect(status).toBe(404);
    expect(body).toEqual({
      error: 'not_found',
      message: 'unknown plan; did you mean gold? see GET /v1/plans',
    });
  });

  it('can be a form', async () => {
    const shop = await shopWith();
    const form = new URLSearchParams({ customer_id: 'c 1', plan: 'pro', trial_period_days: '14' });
    const response = await sendForm(shop.caller, '/v1/subscriptions', form);
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'trialing', customer_id: 'c 1' },
    });
    expect(subscriptionSchema.parse(response.body)).toEqual(response.body);
    form.set('trial_period_days', 'soon');
    expect((await sendForm(shop.caller, '/v1/subscriptions', form)).status).toBe(400);
  });

  it('requires a token, a scope and an account', async () => {
    const shop = await shopWith({ available: 9_000 });
    const body = { customer_id: 'c1', plan: 'basic' };
    const as = async (caller?: object) =>
      (await billing().call('POST', '/v1/subscriptions', { caller: caller ?? {}, body })).status;
    expect(await as()).toBe(401);
    expect(await as({ accountId: shop.id, scopes: ['subscriptions:read'] })).toBe(401);
    expect(await as({ accountId: shop.id, scopes: ['subscriptions:write'] })).toBe(200);
    expect(await as(callerOf(shop.id, 'member'))).toBe(200);
    expect(await as({ ...callerOf(shop.id), readOnly: true })).toBe(403);
    expect(await as(callerOf(null))).toBe(404);
  });

  it('charges once per key, however often it is sent', async () => {
    const shop = await shopWith({ available: 9_000 });
    const options = { idempotencyKey: 'k1' };
    const [first, second] = await Promise.all([
      shop.subscribe({}, options),
      shop.subscribe({}, options),
    ]);
    const third = await shop.subscribe({}, options);
    expect([first.body, second.body]).toEqual([third.body, third.body]);
    expect(third.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await world().peers.balanceOf(shop.id)).toBe(8_000);
    expect((await shop.subscribe({ plan: 'pro' }, options)).status).toBe(422);
  });
});

async function sendForm(caller: object, path: string, form: URLSearchParams) {
  const { signAssertion, ASSERTION_HEADER } = await import('@florin/runtime/caller');
  const { testKeys } = await import('@florin/testing');
  const { anonymous } = await import('@florin/contracts');
  const assertion = {
    from: 'gateway' as const,
    method: 'POST',
    path,
    caller: { ...anonymous, ...caller },
    requestId: newId(),
  };
  const response = await fetch(`http://127.0.0.1:${billing().httpPort}${path}`, {
    method: 'POST',
    headers: {
      [ASSERTION_HEADER]: signAssertion(testKeys('billing'), 'billing', assertion, Date.now()),
    },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
