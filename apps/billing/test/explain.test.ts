import { toPublicId } from '@florin/contracts';
import { beforeEach, expect, it } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-01-01T00:00:00Z'));

const open = (available = 0) => openShop({ available });
const explain = async (shop: Shop, id: string) => (await shop.get(`/v1/explain/${id}`)).body;

/** An account that paid for basic, in the middle of its month. */
async function halfway(available = 0) {
  const shop = await open(1_000 + available);
  const { body } = await shop.subscribe();
  world().clock.set('2026-01-16T12:00:00Z');
  const update = async (fields: object, idempotencyKey = 'change-1') =>
    (await shop.post(`/v1/subscriptions/${body.id}/update`, fields, { idempotencyKey })).body;
  return { shop, first: body, update };
}

const flat = (amount: number) => ({
  unit_amount: amount,
  unit_amount_decimal: `${amount}`,
  details: [],
});

it('explains every line of an upgrade, and the change itself', async () => {
  const { shop, update } = await halfway(750);
  const changed = await update({ plan: 'pro' });
  const { body: invoice } = await shop.get(`/v1/invoices/${changed.latest_invoice_id}`);
  expect(invoice.change_id).toBe(changed.latest_change_id);
  const [dearer, unused] = invoice.lines;
  expect(await explain(shop, dearer.id)).toEqual({
    object: 'explanation',
    livemode: false,
    id: dearer.id,
    subject: 'invoice_line',
    subscription_id: changed.id,
    invoice_id: invoice.id,
    cause: invoice.cause,
    decided_at: '2026-01-16T12:00:00.000Z',
    request: { id: expect.any(String), idempotency_key: 'change-1' },
    currency: 'USD',
    amount: 1_250,
    recomputed_amount: 1_250,
    change: null,
    lines: [
      {
        id: dearer.id,
        object: 'explained_line',
        type: 'proration',
        formula: 'round(quantity × unit_amount × remaining_seconds / period_seconds)',
        inputs: {
          plan: 'pro_monthly',
          quantity: 1,
          ...flat(2_500),
          period_start: '2026-01-16T12:00:00.000Z',
          period_end: '2026-02-01T00:00:00.000Z',
          remaining_seconds: 1_339_200,
          period_seconds: 2_678_400,
          other_lines: null,
          credit_balance: null,
          taxable: null,
          percentage: null,
        },
        rounding: 'half_even',
        exact: '3348000000/2678400',
        amount: 1_250,
        recomputed_amount: 1_250,
      },
    ],
    amounts: [],
    entries: [],
    documents: [],
  });
  expect((await explain(shop, unused.id)).lines).toMatchObject([
    { exact: '1339200000/2678400 - 1000', amount: -500, recomputed_amount: -500 },
  ]);
  expect(await explain(shop, changed.latest_change_id)).toMatchObject({
    subject: 'subscription_change',
    subscription_id: changed.id,
    invoice_id: invoice.id,
    request: { idempotency_key: 'change-1' },
    amount: 750,
    recomputed_amount: 750,
    change: {
      direction: 'up',
      from: { plan: 'basic_monthly', quantity: 1, ...flat(1_000) },
      to: { plan: 'pro_monthly', quantity: 1, ...flat(2_500) },
      period_start: '2026-01-01T00:00:00.000Z',
      period_end: '2026-02-01T00:00:00.000Z',
      priced_at: '2026-01-16T12:00:00.000Z',
      outcome: 'applied',
    },
    lines: [{ id: dearer.id }, { id: unused.id }],
  });
});

it('explains granted and applied credit', async () => {
  const shop = await open(250_000);
  const { body: first } = await shop.subscribe({ plan: 'pro', quantity: 100 });
  const path = `/v1/subscriptions/${first.id}/update`;
  const { body: changed } = await shop.post(path, {
    plan: 'basic_yearly',
    quantity: 1,
    effective: 'now',
  });
  const { body: left } = await shop.get(`/v1/invoices/${changed.latest_invoice_id}`);
  expect((await explain(shop, left.lines[2].id)).lines).toMatchObject([
    { type: 'credit_granted', inputs: { other_lines: -240_000 }, recomputed_amount: 240_000 },
  ]);
  const { body: other } = await shop.subscribe({ plan: 'business' });
  const { body: used } = await shop.get(`/v1/invoices/${other.latest_invoice_id}`);
  expect((await explain(shop, used.lines[1].id)).lines).toMatchObject([
    {
      type: 'credit_applied',
      inputs: { other_lines: 9_900, credit_balance: 240_000 },
      amount: -9_900,
      recomputed_amount: -9_900,
    },
  ]);
});

it('explains a change at a quoted price, and a refused one', async () => {
  const { shop, first, update } = await halfway();
  const fields = { subscription_id: first.id, plan: 'pro' };
  const { body: quote } = await shop.post('/v1/subscriptions/preview', fields);
  world().clock.set('2026-01-16T12:05:00Z');
  expect((await update({ quote_id: quote.quote_id })).error).toBe('insufficient_funds');
  // Refused changes are not listed; the id is only in the history.
  const [refused] = await world().query<{ change_id: string }>(
    `select change_id from billing.subscription_history
      where change_id is not null order by happened_at desc limit 1`,
  );
  await world().peers.credit(shop.id, 750);
  const changed = await update({ quote_id: quote.quote_id }, 'change-2');
  expect(await explain(shop, changed.latest_change_id)).toMatchObject({
    decided_at: '2026-01-16T12:05:00.000Z',
    change: { priced_at: '2026-01-16T12:00:00.000Z' },
    amount: 750,
    recomputed_amount: 750,
  });
  expect(await explain(shop, toPublicId('change', refused?.change_id ?? ''))).toMatchObject({
    invoice_id: null,
    request: { idempotency_key: 'change-1' },
    change: { outcome: 'refused' },
    amount: 750,
    recomputed_amount: 750,
    lines: [{ id: null }, { id: null }],
  });
});

it('explains scheduled and free changes', async () => {
  const { shop, update } = await halfway(2_500);
  await update({ plan: 'pro' });
  const waiting = await update({ plan: 'basic' }, 'change-2');
  expect(await explain(shop, waiting.latest_change_id)).toMatchObject({
    invoice_id: null,
    amount: 0,
    change: {
      direction: 'down',
      from: { plan: 'pro_monthly' },
      to: { plan: 'basic_monthly' },
      effective_at: '2026-02-01T00:00:00.000Z',
      outcome: 'scheduled',
    },
    lines: [],
  });
  const { body: trial } = await shop.subscribe({ trial_period_days: 14 });
  const { body: free } = await shop.post(`/v1/subscriptions/${trial.id}/update`, { quantity: 5 });
  expect(await explain(shop, free.latest_change_id)).toMatchObject({
    amount: 0,
    change: { direction: 'up', to: { quantity: 5 }, outcome: 'applied' },
  });
});

it('explains each amount of an invoice and of its credit notes', async () => {
  const shop = await open();
  await shop.patch('/v1/seller_profile', {
    ...{ legal_name: 'Ada', address: { country: 'DE', city: 'Berlin' }, charges_tax: true },
  });
  const { body: customer } = await shop.post('/v1/customers', { address: { country: 'DE' } });
  const lines = Array.from({ length: 120 }, () => ({ description: 'Rose', unit_amount: 3 }));
  const { body: draft } = await shop.post('/v1/invoices', { customer_id: customer.id, lines });
  const { body: invoice } = await shop.post(`/v1/invoices/${draft.id}/finalize`);
  const { body: note } = await shop.post('/v1/credit_notes', { invoice_id: draft.id, amount: 100 });
  const explained = await explain(shop, draft.id);
  expect(explained).toMatchObject({ subject: 'invoice', amount: 428, recomputed_amount: 428 });
  expect(explained.lines).toHaveLength(121);
  expect(explained.amounts).toMatchObject([
    { name: 'subtotal', amount: 360, recomputed_amount: 360, parts: { length: 120 } },
    {
      ...{ name: 'taxes', rate: { percentage: '19', taxable_amount: 360 }, rounding: 'invoice' },
      ...{ amount: 68, recomputed_amount: 68, parts: { length: 120 } },
    },
    { name: 'tax', amount: 68, parts: [{ type: 'tax_rate', percentage: '19', amount: 68 }] },
    {
      ...{ name: 'total', amount: 428 },
      parts: [
        { name: 'subtotal', amount: 360 },
        { name: 'tax', amount: 68 },
      ],
    },
    { name: 'amount_due', amount: 428, parts: [{ name: 'total', amount: 428 }] },
    { name: 'amount_credited', amount: 100, parts: [{ source_id: note.id, amount: 100 }] },
    { name: 'amount_paid', amount: 0, parts: [] },
    {
      ...{ name: 'amount_remaining', amount: 328 },
      parts: [{ name: 'amount_due' }, { type: 'credit_note', source_id: note.id, amount: -100 }],
    },
  ]);
  expect(explained.entries).toMatchObject([
    { type: 'finalized', amount: 428, source_id: null, document: invoice.document_number },
    { type: 'credited', amount: 100, source_id: note.id, document: note.document_number },
  ]);
  const receivables = explained.entries
    .flatMap(({ postings }: { postings: { account_name: string; amount: number }[] }) => postings)
    .filter((posting: { account_name: string }) => posting.account_name === 'receivables')
    .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect(receivables).toBe(328);
  // Including the last line of a long invoice.
  expect((await explain(shop, invoice.lines[119].id)).lines).toMatchObject([{ amount: 3 }]);
  expect(await explain(shop, note.id)).toMatchObject({
    ...{ subject: 'credit_note', invoice_id: draft.id, amount: 100, recomputed_amount: 100 },
    amounts: [{ name: 'subtotal' }, { name: 'taxes' }, { name: 'tax' }, { name: 'total' }],
  });
});

it('is hidden from other accounts', async () => {
  const { shop, update } = await halfway(750);
  const stranger = await open();
  const changed = await update({ plan: 'pro' });
  const { body: invoice } = await shop.get(`/v1/invoices/${changed.latest_invoice_id}`);
  for (const id of [changed.latest_change_id, invoice.lines[0].id, invoice.id])
    expect((await stranger.get(`/v1/explain/${id}`)).status).toBe(404);
  const absent = [
    `${invoice.lines[0].id}0`,
    invoice.lines[0].id.replace(/1$/, '9'),
    'li_1',
    'inv_01h455vb4pex5vsknk084sn02q',
    'cn_01h455vb4pex5vsknk084sn02q',
    'chg_01h455vb4pex5vsknk084sn02q',
  ];
  for (const id of absent) expect((await shop.get(`/v1/explain/${id}`)).status).toBe(404);
});
