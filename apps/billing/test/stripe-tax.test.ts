import { eventually } from '@florin/testing';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { assertBooks } from './books.ts';
import { type Billing, createWorld, openShop, startBilling, type World } from './start-billing.ts';
import { type StripeTaxStandIn, startStripeTax } from './stripe-tax.ts';

let world: World;
let stripe: StripeTaxStandIn;
let billing: Billing;
beforeAll(async () => {
  [world, stripe] = await Promise.all([createWorld(), startStripeTax()]);
  billing = await startBilling(world, stripe);
});
afterAll(async () => {
  await billing.stop();
  await assertBooks(world, { setsCredit: false });
  await Promise.all([world.stop(), stripe.stop()]);
});
beforeEach(() => world.clock.set('2026-01-31T10:00:00Z'));
afterEach(() => {
  stripe.state = 'up';
  stripe.asked.length = 0;
});

const profile = {
  address: {
    line1: '1 Main St',
    city: 'Austin',
    postal_code: '78701',
    region: 'TX',
    country: 'US',
  },
  charges_tax: true,
  tax_provider: 'stripe_tax',
};
const seattle = { city: 'Seattle', region: 'WA', postal_code: '98104', country: 'US' };
const california = { city: 'Fresno', region: 'CA', postal_code: '93650', country: 'US' };

/** A seller that uses Stripe Tax, and its customer. */
async function openSeller({ isLive = false, change = {}, address = seattle as object } = {}) {
  const shop = await openShop(world, () => billing, { isLive });
  const { status, body } = await shop.patch('/v1/seller_profile', { ...profile, ...change });
  expect([status, body.message]).toEqual([200, undefined]);
  const { body: customer } = await shop.post('/v1/customers', { name: 'Ada', address });
  const draft = (lines: readonly object[], of = customer.id) =>
    shop.post('/v1/invoices', { customer_id: of, lines });
  const finalized = async (...lines: readonly object[]) => {
    const { body: drafted } = await draft(lines);
    const reply = await shop.post(`/v1/invoices/${drafted.id}/finalize`);
    expect([reply.status, reply.body.message]).toEqual([200, undefined]);
    return reply.body;
  };
  const invoiceOf = async (id: string) => (await shop.get(`/v1/invoices/${id}`)).body;
  const subscribe = (fields: object = {}) =>
    shop.subscribe({ customer_id: customer.id, ...fields });
  /** A subscription whose first invoice is paid. */
  const paid = async (fields: object = {}) => {
    const { body } = await subscribe(fields);
    expect(body.message).toBeUndefined();
    await shop.post(`/v1/invoices/${body.latest_invoice_id}/mark_paid`, {});
    return body;
  };
  return { shop, customer, draft, finalized, invoiceOf, subscribe, paid };
}

const item = (unit_amount: number, more: object = {}) => ({
  ...{ description: 'Seeds', quantity: 1, unit_amount, ...more },
});

/** The report of a document, once Stripe has it. */
const reportOf = (reference: string) =>
  eventually(async () => {
    const found = stripe.reported.find((each) => each.reference === reference);
    if (!found) {
      // On a busy machine a response may be late, and the next try waits for a minute.
      await endPauses();
      throw new Error(`${reference} is not reported`);
    }
    return found;
  });

const amountsOf = ({ lines }: { lines: readonly { amount: number; amount_tax: number }[] }) =>
  lines.map(({ amount, amount_tax }) => [amount, amount_tax]);

const calculations = () => stripe.asked.filter(({ path }) => path === '/v1/tax/calculations');

/** Reports that Stripe has not received. */
const waiting = async () => {
  const [row] = await world.query<{ waiting: number }>(
    'select count(*)::int as waiting from billing.tax_reports where done_at is null',
  );
  return row?.waiting;
};

const endPauses = () =>
  world.query('update billing.tax_reports set next_try_at = now() where done_at is null');

describe('the choice of Stripe Tax', () => {
  it('requires an address, and a key for the account’s mode', async () => {
    const shop = await openShop(world, () => billing);
    const choose = (body: object) => shop.patch('/v1/seller_profile', body);
    expect(await choose({ tax_provider: 'stripe_tax' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('tax_provider: stripe_tax needs the address') },
    });
    expect(await choose({ tax_provider: 'avalara' })).toMatchObject({ status: 400 });
    expect((await shop.get('/v1/seller_profile')).body.tax_provider).toBe('florin');
    expect(await choose(profile)).toMatchObject({
      status: 200,
      body: { tax_provider: 'stripe_tax' },
    });
    expect(await choose({ address: null, charges_tax: false })).toMatchObject({ status: 400 });
    const liveOnly = { stripeTax: { ...stripe.stripeTax, testKey: undefined } };
    const other = await startBilling(world, liveOnly);
    const refused = await openShop(world, () => other);
    expect(await refused.patch('/v1/seller_profile', profile)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('needs a Stripe key for test mode') },
    });
    await other.stop();
  });

  it('uses the key of the mode, and makes no call for a seller that charges no tax', async () => {
    const { draft } = await openSeller({ change: { charges_tax: false } });
    expect((await draft([item(1_000)])).body).toMatchObject({ tax: 0, total: 1_000 });
    expect(stripe.asked).toEqual([]);
    const live = await openSeller({ isLive: true });
    expect((await live.draft([item(1_000)])).body.tax).toBe(104);
  });
});

describe('a one-off invoice', () => {
  it('has the taxes that Stripe calculated, and is reported once it is finalized', async () => {
    const { draft, shop } = await openSeller();
    const { body: drafted } = await draft([item(1_999), item(1_001, { quantity: 3 })]);
    expect(drafted).toMatchObject({ subtotal: 5_002, tax: 518, total: 5_520, amount_due: 5_520 });
    const asked = calculations()[0]?.form;
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      currency: 'usd',
      'customer_details[address][state]': 'WA',
      'customer_details[address][postal_code]': '98104',
      'ship_from_details[address][state]': 'TX',
      'line_items[1][amount]': '3003',
      'line_items[1][quantity]': '3',
      'line_items[1][tax_behavior]': 'exclusive',
      'expand[]': 'line_items.data.tax_breakdown',
    });
    // The stored answer is used: Stripe is not called again for the same inputs.
    const { body: invoice } = await shop.post(`/v1/invoices/${drafted.id}/finalize`);
    expect(calculations()).toHaveLength(1);
    expect(invoice.taxes).toMatchObject([
      { name: 'Sales tax, Washington', percentage: '6.5', category: 'S', amount: 325 },
      { name: 'Sales tax, Seattle', percentage: '3.85', region: 'WA', amount: 193 },
    ]);
    const sum = invoice.lines.reduce(
      (all: number, line: { amount: number }) => all + line.amount,
      0,
    );
    expect(sum).toBe(invoice.amount_due);
    expect(amountsOf(await reportOf(invoice.id))).toEqual([
      [1_999, 207],
      [3_003, 311],
    ]);
  });

  it('accepts prices that include tax, tax codes, and exempt customers', async () => {
    const { shop, draft } = await openSeller();
    const { body: inclusive } = await draft([item(1_104, { tax_behavior: 'inclusive' })]);
    expect(inclusive).toMatchObject({ subtotal: 1_000, tax: 104, total: 1_104 });
    const { body: coded } = await draft([item(1_000, { tax_class: 'txcd_10103001' })]);
    expect(coded.tax).toBe(104);
    expect(calculations().at(-1)?.form.get('line_items[0][tax_code]')).toBe('txcd_10103001');
    const exempt = { name: 'School', address: seattle, tax_exempt: 'exempt' };
    const { body: school } = await shop.post('/v1/customers', exempt);
    expect((await draft([item(1_000)], school.id)).body).toMatchObject({
      tax: 0,
      taxes: [{ category: 'E', percentage: '0' }],
    });
    expect((await draft([item(0)])).body.total).toBe(0);
  });

  it('is refused if Stripe cannot determine the tax', async () => {
    const { shop, draft } = await openSeller();
    const { body: unknown } = await shop.post('/v1/customers', { name: 'Bob' });
    expect(await draft([item(1_000)], unknown.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('stripe_tax: the customer needs an address') },
    });
    expect(await draft([item(1_000, { tax_class: 'reduced' })])).toMatchObject({ status: 409 });
    expect(await draft([item(1_000), item(-100)])).toMatchObject({ status: 409 });
    const reply = await draft(
      [item(1_000)],
      (await shop.post('/v1/customers', { address: { ...seattle, postal_code: 'x' } })).body.id,
    );
    expect(reply).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('customer_tax_location_invalid') },
    });
  });

  it.each(['down', 'wrong_sum', 'other_line', 'text'] as const)(
    'is not finalized while Stripe is %s, and shows no guessed tax',
    async (state) => {
      const { draft, shop, invoiceOf } = await openSeller();
      const { body: drafted } = await draft([item(1_000)]);
      await world.query('delete from billing.tax_calculations');
      stripe.state = state;
      const finalize = () =>
        billing.call('POST', `/v1/invoices/${drafted.id}/finalize`, { caller: shop.caller });
      const refused = await finalize();
      expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      const page = await billing.call('GET', `/v1/invoices/${drafted.id}/page`, {
        caller: shop.caller,
      });
      expect(page.status).toBe(503);
      expect((await invoiceOf(drafted.id)).status).toBe('draft');
      stripe.state = 'up';
      expect(await finalize()).toMatchObject({ status: 200, body: { tax: 104 } });
    },
  );

  it('T69: is taxed by the current address, not by a stored answer for another one', async () => {
    const { draft, shop, customer } = await openSeller();
    const { body: drafted } = await draft([item(10_000)]);
    expect(drafted.tax).toBe(1_035);
    await shop.patch(`/v1/customers/${customer.id}`, { address: california });
    const { body: invoice } = await shop.post(`/v1/invoices/${drafted.id}/finalize`);
    expect(invoice).toMatchObject({ tax: 725, taxes: [{ name: 'Sales tax, California' }] });
    expect(amountsOf(await reportOf(invoice.id))).toEqual([[10_000, 725]]);
  });

  it('holds no locks while Stripe is called, and is taxed by concurrent changes', async () => {
    const { draft, shop, customer } = await openSeller();
    const { body: drafted } = await draft([item(10_000)]);
    await world.query('delete from billing.tax_calculations');
    stripe.asked.length = 0;
    const release = Promise.withResolvers<void>();
    stripe.held = release.promise;
    onTestFinished(() => {
      stripe.held = undefined;
      release.resolve();
    });
    const finalizing = shop.post(`/v1/invoices/${drafted.id}/finalize`);
    await eventually(async () => expect(calculations()).toHaveLength(1));
    // Workers of the service also have transactions, which end.
    await eventually(async () => {
      const open = await world.query(
        "select from pg_stat_activity where usename = 'florin_billing' and datname = current_database() and state like 'idle in transaction%'",
      );
      expect(open).toEqual([]);
    });
    const memo = await shop.patch(`/v1/customers/${customer.id}`, { address: california });
    expect(memo.status).toBe(200);
    stripe.held = undefined;
    release.resolve();
    const { body: invoice } = await finalizing;
    expect(invoice).toMatchObject({ status: 'open', tax: 725, buyer: { address: california } });
    expect(calculations()).toHaveLength(2);
  });

  it('reverses the share of a credit note, and the rest by a void', async () => {
    const { finalized, shop } = await openSeller();
    const invoice = await finalized(item(10_000), item(5_000));
    const lines = [{ line_id: invoice.lines[1].id, amount: 2_759 }];
    const { body: note } = await shop.post('/v1/credit_notes', { invoice_id: invoice.id, lines });
    expect(note).toMatchObject({ subtotal: 2_499, tax: 260, total: 2_759 });
    const reversal = await reportOf(note.id);
    expect(amountsOf(reversal)).toEqual([[-note.subtotal, -note.tax]]);
    await shop.post(`/v1/invoices/${invoice.id}/void`);
    const rest = await reportOf(`${invoice.id}-void`);
    const all = stripe.reported.filter(({ reverses }) => reverses === reversal.reverses);
    const sale = await reportOf(invoice.id);
    const sums = [...all, sale].flatMap(({ lines }) => lines);
    expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(sums.reduce((sum, { amount_tax }) => sum + amount_tax, 0)).toBe(0);
    expect(rest.reverses).toBe(sale.id);
  });

  it('is reversed in full by a void', async () => {
    const { finalized, shop } = await openSeller();
    const invoice = await finalized(item(10_000));
    await shop.post(`/v1/invoices/${invoice.id}/void`);
    expect(amountsOf(await reportOf(`${invoice.id}-void`))).toEqual([[-10_000, -1_035]]);
  });

  it('is reported once, although the response is lost', async () => {
    const { draft, shop } = await openSeller();
    const { body: drafted } = await draft([item(10_000)]);
    stripe.lost = 1;
    const { body: opened } = await shop.post(`/v1/invoices/${drafted.id}/finalize`);
    expect(opened.status).toBe('open');
    await reportOf(opened.id);
    await eventually(async () => {
      await endPauses();
      expect(await waiting()).toBe(0);
    });
    expect(stripe.reported.filter(({ reference }) => reference === opened.id)).toHaveLength(1);
  });

  it('is reported by another process if its own crashed after finalization', async () => {
    const { finalized } = await openSeller();
    const { id } = await finalized(item(10_000));
    await reportOf(id);
    // Forgets the answer, like a process that dies before storing it.
    await world.query(
      `update billing.tax_reports set done_at = null, transaction_id = null, next_try_at = now()`,
    );
    await eventually(async () => {
      await endPauses();
      expect(await waiting()).toBe(0);
    });
    expect(stripe.reported.filter(({ reference }) => reference === id)).toHaveLength(1);
  });
});

describe('a subscription', () => {
  it('is previewed, charged and renewed with the taxes of Stripe', async () => {
    const { shop, customer, paid, invoiceOf } = await openSeller();
    const { body: preview } = await shop.post('/v1/subscriptions/preview', {
      ...{ customer_id: customer.id, plan: 'basic' },
    });
    expect(preview).toMatchObject({ amount_due: 1_104, tax: 104 });
    const made = await paid();
    const first = await invoiceOf(made.latest_invoice_id);
    expect(first).toMatchObject({ total: 1_104, tax: 104 });
    expect(await world.peers.paymentRequestsOf(shop.id)).toMatchObject([
      { amount: 1_104, consent: { amount: '1104' } },
    ]);
    expect(amountsOf(await reportOf(first.id))).toEqual([[1_000, 104]]);
    world.clock.set('2026-02-28T10:00:00Z');
    const renewed = await eventually(async () => {
      const { body } = await shop.get(`/v1/subscriptions/${made.id}`);
      if (body.latest_invoice_id === first.id) throw new Error('not renewed');
      return invoiceOf(body.latest_invoice_id);
    });
    expect(renewed).toMatchObject({ total: 1_104, tax: 104 });
    expect(amountsOf(await reportOf(renewed.id))).toEqual([[1_000, 104]]);
  });

  it('is not created or previewed while Stripe is down, and leaves nothing behind', async () => {
    const { shop, customer } = await openSeller();
    stripe.state = 'down';
    const body = { customer_id: customer.id, plan: 'basic' };
    const call = (path: string) => billing.call('POST', path, { caller: shop.caller, body });
    expect((await call('/v1/subscriptions/preview')).status).toBe(503);
    expect((await call('/v1/subscriptions')).status).toBe(503);
    stripe.state = 'up';
    expect((await shop.get('/v1/subscriptions')).body.data).toEqual([]);
    expect((await shop.get('/v1/invoices')).body.data).toEqual([]);
    expect((await call('/v1/subscriptions')).status).toBe(200);
    expect((await shop.get('/v1/subscriptions')).body.data).toHaveLength(1);
  });

  it('is renewed once Stripe is back, while other sellers are not delayed', async () => {
    const { shop, paid } = await openSeller();
    const made = await paid();
    const other = await openShop(world, () => billing, { available: 5_000 });
    const { body: plain } = await other.subscribe();
    const latest = async (of: typeof other, id: string) =>
      (await of.get(`/v1/subscriptions/${id}`)).body.latest_invoice_id;
    const untaxed = await latest(other, plain.id);
    stripe.state = 'down';
    world.clock.set('2026-02-28T10:00:00Z');
    await eventually(async () => expect(await latest(other, plain.id)).not.toBe(untaxed));
    await eventually(async () => expect(calculations().length).toBeGreaterThan(0));
    expect(await latest(shop, made.id)).toBe(made.latest_invoice_id);
    stripe.state = 'up';
    await world.query('update billing.subscriptions set leased_until = now()');
    await eventually(async () =>
      expect(await latest(shop, made.id)).not.toBe(made.latest_invoice_id),
    );
    expect(
      (await shop.get('/v1/invoices')).body.data.map(({ tax }: { tax: number }) => tax),
    ).toEqual([104, 104]);
  });

  it('is renewed with the tax of the current address', async () => {
    const { shop, customer, paid, invoiceOf } = await openSeller();
    const made = await paid();
    await shop.patch(`/v1/customers/${customer.id}`, { address: california });
    world.clock.set('2026-02-28T10:00:00Z');
    await eventually(async () => {
      const { body } = await shop.get(`/v1/subscriptions/${made.id}`);
      expect(body.latest_invoice_id).not.toBe(made.latest_invoice_id);
      expect((await invoiceOf(body.latest_invoice_id)).tax).toBe(73);
    });
  });

  it('has its own calculation if the same customer has an identical subscription', async () => {
    const { shop, paid, invoiceOf } = await openSeller();
    const both = [await paid(), await paid()];
    world.clock.set('2026-02-28T10:00:00Z');
    const renewed = await eventually(async () => {
      const now = await Promise.all(both.map(({ id }) => shop.get(`/v1/subscriptions/${id}`)));
      const ids = now.map(({ body }) => body.latest_invoice_id);
      for (const [index, id] of ids.entries()) expect(id).not.toBe(both[index].latest_invoice_id);
      return ids as string[];
    });
    for (const id of renewed) {
      expect((await invoiceOf(id)).tax).toBe(104);
      expect(amountsOf(await reportOf(id))).toEqual([[1_000, 104]]);
    }
  });

  it('works with a test clock that is years away: Stripe then uses today’s rates', async () => {
    const { shop, subscribe } = await openSeller();
    const frozen_time = '2030-01-31T00:00:00Z';
    const { body: clock } = await shop.post('/v1/test_clocks', { frozen_time });
    const { body: made } = await subscribe({ test_clock_id: clock.id });
    expect(calculations()[0]?.form.has('tax_date')).toBe(false);
    await shop.post(`/v1/invoices/${made.latest_invoice_id}/mark_paid`, {});
    const advance = { frozen_time: '2030-02-28T00:00:00Z' };
    const { status } = await shop.post(`/v1/test_clocks/${clock.id}/advance`, advance);
    expect(status).toBe(200);
    const { body: list } = await shop.get(`/v1/invoices?subscription_id=${made.id}`);
    expect(list.data.map(({ tax }: { tax: number }) => tax)).toEqual([104, 104]);
  });

  it('changes its plan at the price of the first try, however long Stripe takes', async () => {
    const { shop, paid, invoiceOf } = await openSeller();
    const made = await paid();
    world.clock.set('2026-02-14T10:00:00Z');
    stripe.asked.length = 0;
    const release = Promise.withResolvers<void>();
    stripe.held = release.promise;
    const changing = shop.post(`/v1/subscriptions/${made.id}/update`, { plan: 'pro' });
    await eventually(async () => expect(calculations()).toHaveLength(1));
    world.clock.advance(1_000);
    stripe.held = undefined;
    release.resolve();
    const { body: changed } = await changing;
    const { lines } = await invoiceOf(changed.latest_invoice_id);
    expect(lines[0]).toMatchObject({ type: 'proration', period_start: '2026-02-14T10:00:00.000Z' });
  });

  it('credits taxes by the tables if they taxed it before the seller switched to Stripe', async () => {
    const florin = { tax_provider: 'florin', charges_tax: false };
    const { shop, paid, invoiceOf } = await openSeller({ change: florin });
    const made = await paid();
    await shop.patch('/v1/seller_profile', { tax_provider: 'stripe_tax', charges_tax: true });
    world.clock.set('2026-02-14T10:00:00Z');
    const { body: changed } = await shop.post(`/v1/subscriptions/${made.id}/update`, {
      plan: 'pro',
    });
    const invoice = await invoiceOf(changed.latest_invoice_id);
    const [bought, unused] = invoice.lines;
    expect(unused).toMatchObject({ type: 'unused_time', amount: -500, tax_amount: 0 });
    expect(bought.tax_amount).toBeGreaterThan(0);
    expect(amountsOf(await reportOf(invoice.id))).toEqual([[bought.amount, bought.tax_amount]]);
    await eventually(async () => {
      await endPauses();
      expect(await waiting()).toBe(0);
    });
    expect(stripe.reported.some(({ reference }) => reference === `${invoice.id}-unused`)).toBe(
      false,
    );
  });

  it('credits the tax of unused time, and reports it against that time’s invoice', async () => {
    const { shop, paid, invoiceOf } = await openSeller();
    const made = await paid();
    world.clock.set('2026-02-14T10:00:00Z');
    const { body: preview } = await shop.post('/v1/subscriptions/preview', {
      ...{ subscription_id: made.id, plan: 'pro' },
    });
    const { body: changed } = await shop.post(`/v1/subscriptions/${made.id}/update`, {
      ...{ plan: 'pro', quote_id: preview.quote_id },
    });
    expect(changed.message).toBeUndefined();
    const invoice = await invoiceOf(changed.latest_invoice_id);
    expect(invoice.amount_due).toBe(preview.amount_due);
    const [bought, unused] = invoice.lines;
    expect(unused).toMatchObject({ type: 'unused_time', amount: -500, tax_amount: -53 });
    expect(amountsOf(await reportOf(invoice.id))).toEqual([[bought.amount, bought.tax_amount]]);
    const reversal = await reportOf(`${invoice.id}-unused`);
    expect(amountsOf(reversal)).toEqual([[-500, -53]]);
    expect(reversal.reverses).toBe((await reportOf(made.latest_invoice_id)).id);
    const { status, body: explained } = await shop.get(`/v1/explain/${invoice.id}`);
    expect(status).toBe(200);
    for (const { amount, recomputed_amount } of explained.lines)
      expect(recomputed_amount).toBe(amount);
    // Reversed as a whole, the change deducts the amounts that it credited.
    await shop.post(`/v1/invoices/${invoice.id}/void`, { subscription_action: 'keep' });
    const rest = [bought.amount - 500, bought.tax_amount - 53];
    const voided = await reportOf(`${invoice.id}-void`);
    expect(amountsOf(voided)).toEqual([rest.map((part) => -part)]);
  });
});

describe('reports', () => {
  it('wait while Stripe is down, in document order, and are counted', async () => {
    const { finalized, shop } = await openSeller();
    const invoice = await finalized(item(10_000));
    await reportOf(invoice.id);
    stripe.state = 'down';
    await shop.post(`/v1/invoices/${invoice.id}/void`);
    await eventually(async () => {
      const [row] = await world.query<{ problem: string | null }>(
        "select problem from billing.tax_reports where kind = 'void' and done_at is null",
      );
      expect(row?.problem).toContain('status 503');
    });
    const response = await fetch(`http://127.0.0.1:${billing.httpPort}/metrics`);
    expect(await response.text()).toMatch(/^florin_billing_tax_reports(?:\{[^}]*\})? 1$/m);
    stripe.state = 'up';
    await endPauses();
    expect(amountsOf(await reportOf(`${invoice.id}-void`))).toEqual([[-10_000, -1_035]]);
  });
});
