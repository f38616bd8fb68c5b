import { eventually } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { callerOf } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

/** A customer with a sent invoice. */
async function sold(customer_id = 'c1') {
  const shop = await openShop();
  const { body } = await shop.subscribe({ customer_id });
  const path = `/v1/invoices/${body.latest_invoice_id}`;
  const read = async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body;
  return { shop, path, read, subscription: body };
}

describe('an open invoice', () => {
  it('is voided once, can no longer be paid, and cancels what it opened', async () => {
    const { shop, path, read } = await sold();
    const first = await shop.post(`${path}/void`, undefined, { idempotencyKey: 'v' });
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'void', amount_remaining: 0, subscription_status: 'canceled' },
    });
    expect((await shop.get(path)).body).toMatchObject({ status: 'void', due_at: null });
    const again = await shop.post(`${path}/void`, undefined, { idempotencyKey: 'v' });
    expect(again.body).toEqual(first.body);
    const twice = await shop.post(`${path}/void`);
    expect([twice.status, twice.body.message]).toEqual([409, 'this invoice is already void']);
    await eventually(async () =>
      expect(await world().peers.paymentRequestsOf(shop.id)).toMatchObject([
        { status: 'canceled' },
      ]),
    );
    expect(await read()).toMatchObject({ status: 'canceled', cancellation_reason: 'requested' });
  });

  it('leaves the subscription running for free only if its seller says so', async () => {
    const { shop, path, read } = await sold();
    const { body } = await shop.post(`${path}/void`, { subscription_action: 'keep' });
    expect(body).toMatchObject({ status: 'void', subscription_status: 'active' });
    world().clock.set('2026-01-10T00:00:00Z');
    expect((await read()).status).toBe('active');
    const other = await sold();
    const wrong = await other.shop.post(`${other.path}/void`, { subscription_action: 'maybe' });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_request']);
  });

  it('for a higher quantity within a paid period keeps the subscription running, unless canceled explicitly', async () => {
    for (const [fields, status] of [
      [{}, 'active'],
      [{ subscription_action: 'cancel' }, 'canceled'],
    ] as const) {
      const { shop, path, subscription, read } = await sold();
      await shop.post(`${path}/mark_paid`);
      world().clock.set('2026-01-02T00:00:00Z');
      await shop.post(`/v1/subscriptions/${subscription.id}/update`, { plan: 'pro' });
      const { latest_invoice_id } = await read();
      expect(`/v1/invoices/${latest_invoice_id}`).not.toBe(path);
      const { body } = await shop.post(`/v1/invoices/${latest_invoice_id}/void`, fields);
      expect(body).toMatchObject({ status: 'void', subscription_status: status });
      world().clock.set('2026-01-01T00:00:00Z');
    }
  });

  it('for a longer interval opened its own period, which ends with it', async () => {
    const { shop, subscription, read } = await sold();
    world().clock.set('2026-01-02T00:00:00Z');
    await shop.post(`/v1/subscriptions/${subscription.id}/update`, {
      ...{ plan: 'basic_yearly', effective: 'now' },
    });
    const { body } = await shop.post(`/v1/invoices/${(await read()).latest_invoice_id}/void`);
    expect(body.subscription_status).toBe('canceled');
  });

  it('can be voided after it was given up, even if it had a new link', async () => {
    const { shop, path, subscription } = await sold();
    await shop.post(`/v1/subscriptions/${subscription.id}/cancel`, { at_period_end: true });
    for (const day of ['05', '06', '08', '10', '12']) {
      world().clock.set(`2026-01-${day}T00:00:00Z`);
      await eventually(async () => {
        const { status, next_reminder } = (await shop.get(`/v1/subscriptions/${subscription.id}`))
          .body;
        expect(status === 'canceled' || Date.parse(next_reminder) > world().clock.now()).toBe(true);
      });
    }
    expect((await shop.get(path)).body.status).toBe('uncollectible');
    expect((await shop.post(`${path}/payment_link`)).status).toBe(200);
    const { status, body } = await shop.post(`${path}/void`);
    expect([status, body.status, body.subscription_status]).toEqual([200, 'void', 'canceled']);
    await eventually(async () => {
      const requests = await world().peers.paymentRequestsOf(shop.id);
      expect(requests.map((request) => request.status)).toEqual(['canceled', 'canceled']);
    });
  });

  it('is canceled at the ledger, even if the request of another invoice cannot be', async () => {
    const broken = await sold();
    const other = await sold();
    world().peers.faults.broken.add(broken.shop.id);
    for (const { shop, path } of [broken, other]) await shop.post(`${path}/void`);
    const statusOf = async ({ shop }: typeof broken) =>
      (await world().peers.paymentRequestsOf(shop.id))[0]?.status;
    await eventually(async () => expect(await statusOf(other)).toBe('canceled'));
    expect(await statusOf(broken)).toBe('pending');
    world().peers.faults.broken.clear();
    await eventually(async () => expect(await statusOf(broken)).toBe('canceled'));
  });

  it('reactivates a subscription that was past due because of it', async () => {
    const { shop, path, read } = await sold();
    world().clock.set('2026-01-05T00:00:00Z');
    await eventually(async () => expect((await read()).status).toBe('past_due'));
    await shop.post(`${path}/void`, { subscription_action: 'keep' });
    expect(await read()).toMatchObject({ status: 'active', next_payment_attempt: null });
  });

  it('returns the credit that paid a part of it', async () => {
    const { shop } = await sold();
    const { body: customer } = await shop.post('/v1/customers', {});
    const fields = { customer_id: customer.id, plan: 'pro', quantity: 100 };
    const { body: first } = await shop.subscribe(fields);
    await shop.post(`/v1/invoices/${first.latest_invoice_id}/mark_paid`, { reference: 'transfer' });
    const year = { plan: 'basic_yearly', quantity: 1, effective: 'now' };
    await shop.post(`/v1/subscriptions/${first.id}/update`, year);
    const { body: next } = await shop.subscribe({ ...fields, plan: 'business' });
    const credit = async () => (await shop.get(`/v1/customers/${customer.id}`)).body.credit_balance;
    expect(await credit()).toBe(0);
    await shop.post(`/v1/invoices/${next.latest_invoice_id}/void`);
    expect(await credit()).toBe(240_000);
  });

  it('can be voided by its seller only', async () => {
    const { shop, path } = await sold();
    const stranger = await openShop();
    expect((await stranger.post(`${path}/void`)).status).toBe(404);
    const platform = callerOf(world().peers.platform.id, 'platform');
    expect((await billing().call('POST', `${path}/void`, { caller: platform })).status).toBe(403);
    // An account that pays from its balance sees the invoice, which the platform sent.
    const { body } = await shop.subscribe({ plan: 'basic' });
    const own = `/v1/invoices/${body.latest_invoice_id}/void`;
    expect((await shop.post(own)).body).toMatchObject({ error: 'forbidden' });
    const admin = callerOf(world().peers.platform.id, 'admin');
    const keep = { subscription_action: 'keep' };
    const kept = await billing().call('POST', own, { caller: admin, body: keep });
    expect(kept.body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('cannot be kept'),
    });
    expect((await billing().call('POST', own, { caller: admin })).body).toMatchObject({
      status: 'void',
      subscription_status: 'canceled',
    });
  });
});

describe('an invoice page', () => {
  it('is self-contained and shows its lines', async () => {
    const { shop, path } = await sold('<b>Bob</b> & "Söhne"');
    const { status, headers, body } = await shop.get(`${path}/page`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('<h1>Invoice 1</h1>');
    expect(body).toContain('&lt;b&gt;Bob&lt;/b&gt; &amp; &quot;Söhne&quot;');
    expect(body).toMatch(/January 1\s–\sFebruary 1, 2026/);
    expect(body).toContain('Total</th><td>$10.00</td>');
    expect(body).not.toMatch(/<script|src=|href="(?!data:)|url\(|\son\w+=/i);
  });

  it('is shown to callers who may read the invoice', async () => {
    const { path } = await sold();
    const stranger = await openShop();
    expect((await stranger.get(`${path}/page`)).status).toBe(404);
  });
});
