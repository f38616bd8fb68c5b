import { eventually } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { paymentEvent } from './payment-events.ts';
import { callerOf, type Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop, publish } = useBilling({ withNats: true });
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

/** A customer with a sent invoice. */
async function sold() {
  const shop = await openShop();
  const { body } = await shop.subscribe({ customer_id: 'c1' });
  const path = `/v1/invoices/${body.latest_invoice_id}`;
  return {
    shop,
    subscription: `/v1/subscriptions/${body.id}`,
    path,
    invoice: async () => (await shop.get(path)).body,
    read: async () => (await shop.get(`/v1/subscriptions/${body.id}`)).body,
    link: (idempotencyKey?: string) =>
      shop.post(`${path}/payment_link`, undefined, idempotencyKey ? { idempotencyKey } : {}),
    requests: () => world().peers.paymentRequestsOf(shop.id),
  };
}
type Sold = Awaited<ReturnType<typeof sold>>;

/** Leaves the invoice unpaid until it is given up. */
async function giveUp({ shop, read }: Sold): Promise<void> {
  for (const day of ['05', '06', '08', '10', '12']) {
    world().clock.set(`2026-01-${day}T00:00:00Z`);
    await eventually(async () => {
      const [row] = await world().query<{ due_at: Date | null }>(
        'select due_at from billing.subscriptions where seller_id = $1',
        [shop.id],
      );
      expect(row?.due_at?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(
        world().clock.now(),
      );
    });
  }
  expect((await read()).status).toBe('canceled');
}

/** Ends the newest payment request and publishes the ledger's event. */
async function end(shop: Shop, status: 'succeeded' | 'failed' | 'canceled'): Promise<void> {
  const request = (await world().peers.paymentRequestsOf(shop.id)).at(-1);
  if (!request) throw new Error('no payment was requested');
  await world().query('update peers.payment_requests set status = $2 where payment_id = $1', [
    request.payment_id,
    status,
  ]);
  await publish(paymentEvent(`payment.${status}`, request, shop));
}

const published = (type: string, { shop }: Sold) =>
  world().query("select body from billing.outbox where type = $1 and body like '%' || $2 || '%'", [
    type,
    shop.publicId,
  ]);

describe('the link of an invoice', () => {
  it('is always the same, however often it is requested', async () => {
    const story = await sold();
    const { payment_url } = await story.invoice();
    for (const { status, body } of await Promise.all([story.link(), story.link('k'), story.link()]))
      expect([status, body.payment_url]).toEqual([200, payment_url]);
    expect(await story.requests()).toHaveLength(1);
    expect(await published('invoice.updated', story)).toEqual([]);
    expect((await story.link('k')).body).toEqual({
      object: 'payment_link',
      livemode: false,
      invoice_id: (await story.invoice()).id,
      payment_id: (await story.invoice()).payment_id,
      payment_url,
      expires_at: expect.stringMatching(/Z$/),
    });
  });

  it.each(['failed', 'canceled'] as const)('is a new one once the last has %s', async (ended) => {
    const story = await sold();
    const { payment_url: first } = await story.invoice();
    await end(story.shop, ended);
    const links = await Promise.all([story.link(), story.link(), story.link()]);
    const urls = new Set(links.map(({ body }) => body.payment_url));
    expect([urls.size, urls.has(first)]).toEqual([1, false]);
    expect((await story.invoice()).payment_url).toBe(links[0]?.body.payment_url);
    expect((await story.requests()).map(({ status }) => status)).toEqual([ended, 'pending']);
    expect(await published('invoice.updated', story)).toHaveLength(1);
    await end(story.shop, 'succeeded');
    await eventually(async () => expect((await story.invoice()).status).toBe('paid'));
    expect((await story.link()).status).toBe(409);
  });

  it('is not shown once the invoice cannot be paid there', async () => {
    const story = await sold();
    await end(story.shop, 'failed');
    await eventually(async () =>
      expect(await story.invoice()).toMatchObject({ status: 'open', payment_url: null }),
    );
  });

  it('lets a given-up invoice be paid', async () => {
    const story = await sold();
    await giveUp(story);
    expect(await story.invoice()).toMatchObject({ status: 'uncollectible', payment_url: null });
    const { status, body } = await story.link();
    expect(status).toBe(200);
    expect((await story.invoice()).payment_url).toBe(body.payment_url);
    expect((await story.requests()).map((request) => request.status)).toEqual([
      'canceled',
      'pending',
    ]);
    await end(story.shop, 'succeeded');
    await eventually(async () => expect((await story.invoice()).status).toBe('paid'));
    expect(await published('invoice.paid', story)).toHaveLength(1);
    expect((await story.read()).status).toBe('canceled');
  });

  it('does not wait for a pending cancellation', async () => {
    const story = await sold();
    world().peers.faults.broken.add(story.shop.id);
    await giveUp(story);
    world().peers.faults.broken.clear();
    expect((await story.link()).status).toBe(200);
    expect((await story.requests()).map(({ status }) => status)).toEqual(['canceled', 'pending']);
  });
});

describe('there is no link', () => {
  it('for a void invoice, or one paid from a balance', async () => {
    const story = await sold();
    await story.shop.post(`${story.path}/void`);
    expect((await story.link()).body.message).toContain('void');
    const { body } = await story.shop.subscribe({});
    const admin = callerOf(world().peers.platform.id, 'admin');
    const own = `/v1/invoices/${body.latest_invoice_id}/payment_link`;
    expect((await billing().call('POST', own, { caller: admin })).body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('record a credit'),
    });
    expect((await story.shop.post(own)).status).toBe(403);
  });

  it('for other accounts, and none for read-only callers', async () => {
    const { path } = await sold();
    expect((await (await openShop()).post(`${path}/payment_link`)).status).toBe(404);
    const platform = callerOf(world().peers.platform.id, 'platform');
    const reading = await billing().call('POST', `${path}/payment_link`, { caller: platform });
    expect(reading.status).toBe(403);
  });

  it('if the ledger refuses it for good, which is reported once and not retried forever', async () => {
    const story = await sold();
    await end(story.shop, 'failed');
    world().peers.faults.refuses.add(story.shop.id);
    const { status, body } = await story.link();
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.message).toContain('this account is closed');
    const [left] = await world().query<{ count: string }>(
      "select count(*) from billing.saga_runs where kind = 'payment_link' and finished_at is null",
    );
    expect(left?.count).toBe('0');
    world().peers.faults.refuses.clear();
  });
});
