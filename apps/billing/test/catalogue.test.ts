import { newId, toPublicId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { eventually, fetchService } from '@florin/testing';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling({ now: '2026-01-01T00:00:00Z' });

const monthly = { recurring: { interval: 'month' } };
const tiered = {
  ...{ ...monthly, billing_scheme: 'tiered', tiers_mode: 'graduated' },
  tiers: [
    { up_to: 5, unit_amount: 700 },
    { up_to: 10, unit_amount: 650, flat_amount: 100 },
    { up_to: 'inf', unit_amount_decimal: '600.5' },
  ],
};

async function seller() {
  const shop = await openShop({ available: 1_000_000 });
  const { body: product } = await shop.post('/v1/products', { name: 'Seat', unit_label: 'seat' });
  const price = async (fields: object) => {
    const given = { product_id: product.id, ...fields };
    const { status, body } = await shop.post('/v1/prices', given);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const customer = async () => (await shop.post('/v1/customers', { external_id: newId() })).body.id;
  return { shop, product, price, customer };
}

/** A subscription of a new customer on trial, whose first invoice comes with the test's clock. */
async function subscribed(shop: Shop, plan: string, quantity = 1) {
  const { body: customer } = await shop.post('/v1/customers', { external_id: newId() });
  const body = { customer_id: customer.id, plan, quantity };
  return shop.post('/v1/subscriptions', body);
}

describe('products', () => {
  it('are created, changed, deactivated and listed', async () => {
    const { shop, product } = await seller();
    expect(product).toEqual({
      id: expect.stringMatching(/^prod_[0-9a-z]{26}$/),
      object: 'product',
      livemode: false,
      account_id: shop.publicId,
      name: 'Seat',
      description: null,
      unit_label: 'seat',
      tax_class: 'standard',
      supply: 'services',
      active: true,
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/v1/products/${product.id}`;
    const change = { description: 'For teams', metadata: { team: 'a' }, active: false };
    const { body: changed } = await shop.patch(path, change);
    expect(changed).toMatchObject({ ...change, name: 'Seat', unit_label: 'seat' });
    const other = await shop.post('/v1/products', { name: 'Rose', supply: 'goods' });
    const ids = async (query: string) =>
      (await shop.get(`/v1/products${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([other.body.id, product.id]);
    expect(await ids('?active=true')).toEqual([other.body.id]);
    expect(await ids('?active=false')).toEqual([product.id]);
    expect(await ids(`?starting_after=${other.body.id}`)).toEqual([product.id]);
    expect(await ids(`?ending_before=${product.id}`)).toEqual([other.body.id]);
    expect(await ids('?order=asc&limit=1')).toEqual([product.id]);
  });

  it('belong to their account', async () => {
    const { product } = await seller();
    const other = await openShop();
    expect((await other.get(`/v1/products/${product.id}`)).status).toBe(404);
    expect((await other.patch(`/v1/products/${product.id}`, { name: 'x' })).status).toBe(404);
    expect(
      (await other.post('/v1/prices', { product_id: product.id, unit_amount: 1 })).status,
    ).toBe(404);
  });

  it('are deleted only without prices', async () => {
    const { shop, product, price } = await seller();
    const { id } = await price({ unit_amount: 100 });
    expect((await shop.call('DELETE', `/v1/products/${product.id}`)).status).toBe(409);
    expect((await shop.call('DELETE', `/v1/prices/${id}`)).body).toMatchObject({
      id,
      deleted: true,
    });
    expect((await shop.call('DELETE', `/v1/products/${product.id}`)).status).toBe(200);
    expect((await shop.get(`/v1/products/${product.id}`)).status).toBe(404);
  });
});

describe('prices', () => {
  it('have the amounts as given, and as decimals', async () => {
    const { shop, product, price } = await seller();
    const created = await price({ ...monthly, unit_amount: 900, lookup_key: 'team' });
    expect(created).toEqual({
      id: expect.stringMatching(/^price_[0-9a-z]{26}$/),
      object: 'price',
      livemode: false,
      account_id: shop.publicId,
      product_id: product.id,
      name: 'Seat',
      lookup_key: 'team',
      active: true,
      currency: 'USD',
      type: 'recurring',
      recurring: { interval: 'month', interval_count: 1 },
      billing_scheme: 'per_unit',
      unit_amount: 900,
      unit_amount_decimal: '900',
      tiers_mode: null,
      tiers: null,
      transform_quantity: null,
      tax_behavior: null,
      metadata: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await shop.get(`/v1/prices/${created.id}`)).body).toEqual(created);
    expect(await price({ unit_amount_decimal: '0.3500', name: 'Call' })).toMatchObject({
      ...{ type: 'one_time', recurring: null, name: 'Call' },
      ...{ unit_amount: null, unit_amount_decimal: '0.35' },
    });
    const packages = { divide_by: 1_000, round: 'up' };
    expect(
      await price({ ...monthly, unit_amount: 500, transform_quantity: packages }),
    ).toMatchObject({ unit_amount: 500, transform_quantity: packages });
    expect(await price(tiered)).toMatchObject({
      ...{ billing_scheme: 'tiered', tiers_mode: 'graduated', unit_amount: null },
      tiers: [
        { up_to: 5, unit_amount: 700, flat_amount: 0, unit_amount_decimal: '700' },
        { up_to: 10, unit_amount: 650, flat_amount: 100, flat_amount_decimal: '100' },
        { up_to: null, unit_amount: null, unit_amount_decimal: '600.5' },
      ],
    });
  });

  it.each([
    ['nothing', {}, /unit_amount/],
    ['two amounts', { unit_amount: 1, unit_amount_decimal: '1' }, /unit_amount/],
    ['13 decimals', { unit_amount_decimal: '0.1234567890123' }, /unit_amount_decimal/],
    ['a negative amount', { unit_amount_decimal: '-1' }, /must not be negative/],
    ['a negative integer', { unit_amount: -1 }, /unit_amount: must be at least 0/],
    ['a number as decimal', { unit_amount_decimal: 0.5 }, /unit_amount_decimal/],
    ['an amount without end', { unit_amount_decimal: '999999999999999' }, /unit_amount_decimal/],
    ['tiers with a unit price', { ...tiered, unit_amount: 1 }, /unit_amount/],
    ['tiers without a mode', { ...tiered, tiers_mode: undefined }, /tiers_mode/],
    ['no tiers', { billing_scheme: 'tiered', tiers_mode: 'volume' }, /tiers/],
    ['a mode without tiers', { unit_amount: 1, tiers_mode: 'volume' }, /billing_scheme/],
    [
      'an overlap',
      { ...tiered, tiers: [{ up_to: 5 }, { up_to: 5 }, { up_to: 'inf' }] },
      /tiers\.1\.up_to: must be more than 5/,
    ],
    ['no last tier', { ...tiered, tiers: [{ up_to: 5 }, { up_to: 9 }] }, /tiers\.1\.up_to/],
    ['an early last tier', { ...tiered, tiers: [{ up_to: 'inf' }, { up_to: 9 }] }, /tiers\.0/],
    [
      'packages of tiers',
      { ...tiered, transform_quantity: { divide_by: 2, round: 'up' } },
      /transform_quantity/,
    ],
    [
      'packages of one',
      { unit_amount: 1, transform_quantity: { divide_by: 1, round: 'up' } },
      /divide_by/,
    ],
    [
      'four years',
      { unit_amount: 1, recurring: { interval: 'year', interval_count: 4 } },
      /interval_count/,
    ],
    ['the id of a price as key', { unit_amount: 1, lookup_key: `price_${'0'.repeat(26)}` }, /look/],
  ])('refuse %s, and say where', async (_, fields, message) => {
    const { shop, product } = await seller();
    const { status, body } = await shop.post('/v1/prices', { product_id: product.id, ...fields });
    expect({ status, error: body.error, message: body.message }).toEqual({
      ...{ status: 400, error: 'invalid_request' },
      message: expect.stringMatching(message),
    });
  });

  it('refuse another currency, and names of starter plans', async () => {
    const { shop, product } = await seller();
    const fields = { product_id: product.id, unit_amount: 1 };
    expect((await shop.post('/v1/prices', { ...fields, currency: 'EUR' })).body.error).toBe(
      'currency_mismatch',
    );
    expect((await shop.post('/v1/prices', { ...fields, lookup_key: 'pro_yearly' })).status).toBe(
      409,
    );
  });

  it('hand their lookup key to a new price, and running subscriptions keep theirs', async () => {
    const { shop, product, price } = await seller();
    const old = await price({ ...monthly, unit_amount: 900, lookup_key: 'team' });
    const { body: before } = await subscribed(shop, 'team', 2);
    expect(before).toMatchObject({ plan: 'team', price_id: old.id, amount: 1_800 });
    const fields = { product_id: product.id, ...monthly, unit_amount: 1_000, lookup_key: 'team' };
    expect((await shop.post('/v1/prices', fields)).status).toBe(409);
    const next = await price({ ...fields, transfer_lookup_key: true });
    expect((await shop.get(`/v1/prices/${old.id}`)).body.lookup_key).toBeNull();
    expect((await shop.get('/v1/prices?lookup_key=team')).body.data).toEqual([next]);
    const { body: after } = await subscribed(shop, 'team', 2);
    expect(after).toMatchObject({ plan: 'team', price_id: next.id, amount: 2_000 });
    const kept = await shop.get(`/v1/subscriptions/${before.id}`);
    expect(kept.body).toMatchObject({ price_id: old.id, amount: 1_800 });
    const moved = await shop.post(`/v1/subscriptions/${before.id}/update`, { plan: 'team' });
    expect(moved.body).toMatchObject({ price_id: next.id, amount: 2_000 });
    const back = await shop.post(`/v1/subscriptions/${before.id}/update`, { plan: old.id });
    // Cheaper, hence at the end of the period.
    expect(back.body.pending_change).toMatchObject({ price_id: old.id, amount: 1_800 });
    const { body: swapped } = await shop.patch(`/v1/prices/${old.id}`, {
      lookup_key: 'team',
      transfer_lookup_key: true,
    });
    expect(swapped.lookup_key).toBe('team');
    expect((await shop.patch(`/v1/prices/${next.id}`, { lookup_key: 'team' })).status).toBe(409);
  });

  it('have each key once, even if many take it over at once', async () => {
    const { shop, product, price } = await seller();
    await price({ unit_amount: 1, lookup_key: 'team' });
    const fields = { product_id: product.id, unit_amount: 2, lookup_key: 'team' };
    const taking = { ...fields, transfer_lookup_key: true };
    const answers = await Promise.all(
      [...Array.from({ length: 10 }, () => taking), ...Array.from({ length: 5 }, () => fields)].map(
        (body) => shop.post('/v1/prices', body),
      ),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    // A takeover always succeeds, also beside others.
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(201));
    const { body } = await shop.get('/v1/prices?lookup_key=team');
    expect(body.data).toHaveLength(1);
    const patches = await Promise.all(
      answers
        .slice(0, 5)
        .map(({ body: made }) =>
          shop.patch(`/v1/prices/${made.id}`, { lookup_key: 'team', transfer_lookup_key: true }),
        ),
    );
    expect(patches.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(answers.some(({ body: made }) => made.id === body.data[0].id)).toBe(true);
  });

  it('are plans too, and a plan is a price of a product of its own', async () => {
    const { shop, product, price } = await seller();
    const { body: plan } = await shop.post('/v1/plans', {
      ...{ id: 'gold', name: 'Gold', amount: 300, interval: 'week' },
      supply: 'goods',
    });
    const { body: gold } = await shop.get(`/v1/prices/${plan.price_id}`);
    expect(gold).toMatchObject({ lookup_key: 'gold', unit_amount: 300, name: 'Gold' });
    expect((await shop.get(`/v1/products/${plan.product_id}`)).body).toMatchObject({
      ...{ name: 'Gold', supply: 'goods' },
    });
    const made = await price({ ...tiered, lookup_key: 'team' });
    const { body: plans } = await shop.get('/v1/plans?limit=2');
    expect(plans.data).toMatchObject([
      { price_id: made.id, product_id: product.id, amount: null },
      { id: 'gold', price_id: gold.id, amount: 300 },
    ]);
    const { body: sold } = await subscribed(shop, 'gold');
    const { body: list } = await shop.get(`/v1/subscriptions?plan=${gold.id}`);
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([sold.id]);
    await shop.post('/v1/plans/gold/archive', {});
    expect((await shop.get(`/v1/prices/${gold.id}`)).body.active).toBe(false);
    await shop.patch(`/v1/plans/gold`, { name: 'Golden' });
    expect((await shop.get(`/v1/prices/${gold.id}`)).body.name).toBe('Golden');
  });

  it('are not sold once they or their product are inactive', async () => {
    const { shop, product, price } = await seller();
    const { id } = await price({ ...monthly, unit_amount: 900 });
    await shop.patch(`/v1/products/${product.id}`, { active: false });
    expect((await subscribed(shop, id)).status).toBe(409);
    await shop.patch(`/v1/products/${product.id}`, { active: true });
    expect((await subscribed(shop, id)).status).toBe(200);
    await shop.patch(`/v1/prices/${id}`, { active: false });
    expect((await subscribed(shop, id)).status).toBe(409);
  });

  it('are not deleted while they are sold, quoted or due', async () => {
    const { shop, price } = await seller();
    const old = await price({ ...monthly, unit_amount: 900 });
    const { body: subscription } = await subscribed(shop, old.id);
    const [due, quoted] = [
      await price({ ...monthly, unit_amount: 100 }),
      await price({ ...monthly, unit_amount: 1_000 }),
    ];
    const path = `/v1/subscriptions/${subscription.id}/update`;
    const { body: scheduled } = await shop.post(path, { plan: due.id });
    expect(scheduled.pending_change.price_id).toBe(due.id);
    const asked = { subscription_id: subscription.id, plan: quoted.id };
    expect((await shop.post('/v1/subscriptions/preview', asked)).status).toBe(200);
    for (const { id } of [old, due, quoted])
      expect((await shop.call('DELETE', `/v1/prices/${id}`)).status).toBe(409);
    for (let round = 0; round < 5; round++) {
      const { id } = await price({ ...monthly, unit_amount: 900 });
      const [sold, deleted] = await Promise.all([
        subscribed(shop, id),
        shop.call('DELETE', `/v1/prices/${id}`),
      ]);
      expect([sold.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });

  it('are deleted only if no subscription has had them; one-time prices start none', async () => {
    const { shop, price } = await seller();
    const { id } = await price({ ...monthly, unit_amount: 900 });
    await subscribed(shop, id);
    const { status, body } = await shop.call('DELETE', `/v1/prices/${id}`);
    expect({ status, message: body.message }).toEqual({
      ...{ status: 409, message: expect.stringContaining('deactivate') },
    });
    const once = await price({ unit_amount: 5 });
    expect((await subscribed(shop, once.id)).status).toBe(404);
  });
});

describe('a subscription to tiers', () => {
  it('is invoiced, explained and printed tier by tier', async () => {
    const { shop, price } = await seller();
    const { id } = await price(tiered);
    const { body: subscription } = await subscribed(shop, id, 12);
    // 5 × 7.00 + 5 × 6.50 + 1.00 + 2 × 6.005
    expect(subscription.amount).toBe(8_051);
    const { body: invoice } = await shop.get(`/v1/invoices/${subscription.latest_invoice_id}`);
    const details = [
      ['5', '700', '0', '3500'],
      ['5', '650', '100', '3350'],
      ['2', '600.5', '0', '1201'],
    ].map(([quantity, unit, flat, amount], index) => ({
      ...{ tier: index + 1, quantity, unit_amount_decimal: unit },
      ...{ flat_amount_decimal: flat, amount_decimal: amount },
    }));
    expect(invoice.lines).toMatchObject([
      { quantity: 12, unit_amount: null, unit_amount_decimal: null, amount: 8_051, details },
    ]);
    const { body: explained } = await shop.get(`/v1/explain/${invoice.lines[0].id}`);
    expect(explained.lines).toMatchObject([
      { formula: 'round(details)', rounding: 'half_up', exact: '8051', recomputed_amount: 8_051 },
    ]);
    const page = await fetchService(
      'billing',
      billing().httpPort,
      'GET',
      `/v1/invoices/${invoice.id}/page`,
      {
        caller: shop.caller,
      },
    );
    const text = await page.text();
    expect(text).toContain('5 × $6.50 + $1.00');
    expect(text).toContain('2 × $6.005');
  });

  it('is prorated from its whole price', async () => {
    const { shop, price } = await seller();
    const { id } = await price(tiered);
    const { body: subscription } = await subscribed(shop, id, 5);
    world().clock.set('2026-01-16T12:00:00Z');
    const path = `/v1/subscriptions/${subscription.id}`;
    const asked = { subscription_id: subscription.id, quantity: 12 };
    // Due work of the new date may hold or change the subscription in between: 409.
    const { preview, changed } = await eventually(async () => {
      const quoted = await shop.post('/v1/subscriptions/preview', asked);
      expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
      const quote = { quote_id: quoted.body.quote_id };
      const answer = await shop.post(`${path}/update`, quote);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return { preview: quoted.body, changed: answer.body };
    });
    // Half of the period: 8 051 / 2 half to even, less 3 500 / 2.
    expect(preview.amount_due).toBe(4_026 - 1_750);
    const { body: invoice } = await shop.get(`/v1/invoices/${changed.latest_invoice_id}`);
    expect(invoice.total).toBe(preview.amount_due);
    for (const line of invoice.lines) {
      const { body } = await shop.get(`/v1/explain/${line.id}`);
      expect(body.lines[0].recomputed_amount).toBe(line.amount);
    }
  });

  it('refuses a quantity that costs more than an amount can be', async () => {
    const { shop, price } = await seller();
    const { id } = await price({ ...monthly, unit_amount_decimal: '999999.5' });
    const { status, body } = await subscribed(shop, id, 1_000_000);
    expect(status).toBe(200);
    const large = await price({ ...monthly, unit_amount_decimal: '1000000.5' });
    expect((await subscribed(shop, large.id, 1_000_000)).body.message).toMatch(/^quantity/);
    expect(body.amount).toBe(999_999_500_000);
  });
});

describe('an invoice of one-time prices', () => {
  it('takes amounts, name and tax from the price', async () => {
    const { shop, price, customer } = await seller();
    const call = await price({ unit_amount_decimal: '0.35', name: 'Call' });
    const lines = [
      { price_id: call.id, quantity: 101 },
      { description: 'Text message', unit_amount_decimal: '1.5', quantity: 3 },
      { price_id: call.id, description: 'Long calls' },
    ];
    const { status, body } = await shop.post('/v1/invoices', {
      customer_id: await customer(),
      lines,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.lines).toMatchObject([
      // 35.35, 4.5 and 0.35, each rounded half up.
      { description: 'Call', quantity: 101, unit_amount_decimal: '0.35', amount: 35 },
      { description: 'Text message', unit_amount_decimal: '1.5', amount: 5 },
      { description: 'Long calls', amount: 0 },
    ]);
    const changed = await shop.patch(`/v1/invoices/${body.id}`, { memo: 'Thank you' });
    expect(changed.body.lines.map(({ amount }: { amount: number }) => amount)).toEqual([35, 5, 0]);
    expect((await shop.post(`/v1/invoices/${body.id}/finalize`)).body.total).toBe(40);
  });

  it.each([
    ['an amount beside the price', { unit_amount: 1 }, /lines\.0\.unit_amount/],
    ['a tax class beside the price', { tax_class: 'reduced' }, /lines\.0\.tax_class/],
  ])('refuses %s', async (_, fields, message) => {
    const { shop, price, customer } = await seller();
    const { id } = await price({ unit_amount: 5 });
    const lines = [{ price_id: id, ...fields }];
    const { status, body } = await shop.post('/v1/invoices', {
      customer_id: await customer(),
      lines,
    });
    expect({ status, message: body.message }).toEqual({
      ...{ status: 400, message: expect.stringMatching(message) },
    });
  });

  it('refuses prices in a former currency, and more than 500 tiers', async () => {
    const { shop, product, price, customer } = await seller();
    await price({ unit_amount: 5 });
    const customer_id = await customer();
    const { db, close } = openDatabase({ url: world().url, poolSizeMax: 1 }, () => {});
    onTestFinished(close);
    // An account can change its currency before its first posting; its prices keep theirs.
    const { rows } = await sql<{ id: string }>`
      insert into prices (id, account_id, product_id, slug, name, amount, currency)
        select gen_random_uuid(), account_id, product_id, 'former', 'Former', 5, 'EUR'
          from prices where account_id = ${shop.id}
        returning id`.execute(db);
    const lines = [{ price_id: toPublicId('price', rows[0]?.id ?? '') }];
    const refused = await shop.post('/v1/invoices', { customer_id, lines });
    expect(refused.body.message).toMatch(/^lines\.0\.price_id: is in EUR/);
    const tiers = Array.from({ length: 100 }, (_, index) => ({
      ...{ up_to: index === 99 ? 'inf' : index + 1, unit_amount: 1 },
    }));
    const large = await shop.post('/v1/prices', {
      ...{ product_id: product.id, billing_scheme: 'tiered', tiers_mode: 'graduated', tiers },
    });
    const many = Array.from({ length: 6 }, () => ({ price_id: large.body.id }));
    const { body } = await shop.post('/v1/invoices', { customer_id, lines: many });
    expect(body.message).toMatch(/^lines: have 600 tiers/);
  });

  it('refuses prices that are recurring, inactive or of another seller', async () => {
    const { shop, price, customer } = await seller();
    const other = await seller();
    const [recurring, inactive, foreign] = [
      await price({ ...monthly, unit_amount: 5 }),
      await price({ unit_amount: 5 }),
      await other.price({ unit_amount: 5 }),
    ];
    await shop.patch(`/v1/prices/${inactive.id}`, { active: false });
    const customer_id = await customer();
    for (const { id } of [recurring, inactive, foreign, { id: 'price_1' }]) {
      const lines = [{ description: 'First', unit_amount: 1 }, { price_id: id }];
      const { status, body } = await shop.post('/v1/invoices', { customer_id, lines });
      expect({ status, message: body.message }).toEqual({
        ...{ status: 400, message: expect.stringMatching(/^lines\.1\.price_id: is /) },
      });
    }
  });
});

it('serves the previous release, which knows plans only', async () => {
  const shop = await openShop();
  const { db, close } = openDatabase<unknown>({ url: world().url, poolSizeMax: 1 }, () => {});
  onTestFinished(close);
  const insert = (name: string) =>
    sql<{ slug: string; name: string }>`
    insert into plans (account_id, slug, name, amount, currency, interval, interval_count,
                       tax_class, supply, tax_behavior)
      values (${shop.id}, 'old', ${name}, 300, 'USD', 'month', 1, 'standard', 'services', null)
      on conflict (account_id, slug) do nothing
      returning *`.execute(db);
  expect((await insert('Old')).rows).toMatchObject([{ slug: 'old', name: 'Old' }]);
  expect((await insert('Twice')).rows).toEqual([]);
  const { body: plan } = await shop.get('/v1/plans/old');
  expect((await subscribed(shop, 'old')).body).toMatchObject({ price_id: plan.price_id });
  expect((await shop.get(`/v1/products/${plan.product_id}`)).body.name).toBe('Old');
  await sql`update plans set name = 'New', archived_at = clock_timestamp()
             where account_id = ${shop.id} and slug = 'old'`.execute(db);
  expect((await shop.get(`/v1/prices/${plan.price_id}`)).body).toMatchObject({
    ...{ name: 'New', active: false },
  });
});
