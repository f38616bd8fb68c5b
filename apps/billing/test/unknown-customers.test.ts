import { type EventType, eventCatalogue, newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { eventsOf } from './published-events.ts';
import { callerOf, type Shop } from './start-billing.ts';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();

const published = async (shop: Shop) =>
  (await eventsOf(world(), shop.id)).filter(({ type }) => type.startsWith('customer.'));
const customersOf = async (shop: Shop) => (await shop.get('/v1/customers')).body.data;

describe('an unknown customer_id', () => {
  it.each([
    ['in a trial', { trial_period_days: 7 }],
    ['with a charge', {}],
  ])('creates a customer, and the response says so: %s', async (_, fields) => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'gold-7', ...fields });
    expect(body.customer_created).toBe(true);
    const again = await shop.subscribe({ customer_id: 'gold-7', ...fields });
    expect(again.body.customer_created).toBe(false);
    expect(again.body.resolved_customer_id).toBe(body.resolved_customer_id);
    expect((await shop.get(`/v1/subscriptions/${body.id}`)).body).toEqual(body);
    expect(await customersOf(shop)).toHaveLength(1);
  });

  it('publishes customer.created, then subscription.created', async () => {
    const shop = await openShop();
    const { body } = await shop.subscribe({ customer_id: 'gold-7' });
    const events = await eventsOf(world(), shop.id);
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual([
      'customer.created',
      'subscription.created',
    ]);
    const [made, subscribed] = events;
    expect(made?.data.object).toEqual((await customersOf(shop))[0]);
    expect(made?.data.object.id).toBe(body.resolved_customer_id);
    expect(made?.request.id).toBe(subscribed?.request.id);
    expect(subscribed?.data.object).toMatchObject({ customer_created: true });
  });

  it('gets the same response when the request is repeated', async () => {
    const shop = await openShop();
    const send = () => shop.subscribe({ customer_id: 'gold-7' }, { idempotencyKey: 'once' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.body.customer_created).toBe(true);
    expect(await published(shop)).toHaveLength(1);
  });

  it('creates one customer for concurrent requests, and one of them says so', async () => {
    const shop = await openShop();
    const asked = Array.from({ length: 5 }, () => shop.subscribe({ customer_id: 'gold-7' }));
    const answers = (await Promise.all(asked)).map(({ body }) => body.customer_created);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await published(shop)).toHaveLength(1);
  });

  it('creates no customer in a preview', async () => {
    const shop = await openShop();
    const fields = { customer_id: 'gold-7', plan: 'basic' };
    expect((await shop.post('/v1/subscriptions/preview', fields)).status).toBe(200);
    expect([await customersOf(shop), await published(shop)]).toEqual([[], []]);
  });
});

const choose = (shop: Shop, unknown_customers: string) =>
  shop.patch('/v1/billing_settings', { unknown_customers });

describe('an account that refuses unknown customers', () => {
  const strictShop = async () => {
    const shop = await openShop();
    expect(await choose(shop, 'refuse')).toMatchObject({
      status: 200,
      body: { unknown_customers: 'refuse' },
    });
    return shop;
  };

  it.each([
    ['/v1/subscriptions', {}],
    ['/v1/subscriptions', { trial_period_days: 7 }],
    ['/v1/subscriptions/preview', {}],
  ])('creates and writes nothing, and says what to do: %s %j', async (path, fields) => {
    const shop = await strictShop();
    const body = { customer_id: 'gold-7', plan: 'basic', ...fields };
    const { status, body: refusal } = await shop.post(path, body);
    expect([status, refusal.error]).toEqual([404, 'not_found']);
    for (const part of [/^customer_id: .*gold-7/, /POST \/v1\/customers/, /\/v1\/billing_settings/])
      expect(refusal.message).toMatch(part);
    expect(await customersOf(shop)).toEqual([]);
    expect((await shop.get('/v1/subscriptions')).body.data).toEqual([]);
    // The audit log contains the choice and the refusals.
    const types = (await eventsOf(world(), shop.id)).map(({ type }) => type);
    expect(types).toEqual(['operation.answered', 'operation.answered']);
  });

  it('sells to existing customers, by either id and after any history', async () => {
    const shop = await strictShop();
    const send = () => shop.subscribe({ customer_id: 'gold-7' }, { idempotencyKey: 'once' });
    expect((await send()).status).toBe(404);
    const { body: customer } = await shop.post('/v1/customers', { external_id: 'gold-7' });
    const expected = { resolved_customer_id: customer.id, customer_created: false };
    // The refusal did not use up the key.
    expect(await send()).toMatchObject({ status: 200, body: expected });
    expect(await shop.subscribe({ customer_id: customer.id })).toMatchObject({ body: expected });
    const preview = { customer_id: 'gold-7', plan: 'basic' };
    expect((await shop.post('/v1/subscriptions/preview', preview)).status).toBe(200);
  });

  it('gets a suggestion of the nearest customer id', async () => {
    const shop = await strictShop();
    await shop.post('/v1/customers', { external_id: 'user-4711' });
    await shop.post('/v1/customers', { external_id: 'user-0815' });
    const messageOf = async (customer_id: string) =>
      (await shop.subscribe({ customer_id })).body.message;
    expect(await messageOf('user-4771')).toContain('Did you mean user-4711?');
    expect(await messageOf('something else')).not.toContain('Did you mean');
  });

  it('is the default for live accounts', async () => {
    const shop = await openShop({ isLive: true });
    expect((await shop.get('/v1/billing_settings')).body.unknown_customers).toBe('refuse');
    expect((await shop.subscribe({ customer_id: 'gold-7' })).status).toBe(404);
    expect(await customersOf(shop)).toEqual([]);
    await shop.patch('/v1/billing_settings', { cancel_address: 'https://shop.example/cancel' });
    expect((await shop.subscribe({ customer_id: 'gold-7' })).status).toBe(404);
    await choose(shop, 'create');
    expect((await shop.subscribe({ customer_id: 'gold-7' })).body.customer_created).toBe(true);
  });

  it('keeps its setting after an upgrade, and can change it', async () => {
    const shop = await strictShop();
    expect((await shop.subscribe({})).status).toBe(200);
    await choose(shop, 'create');
    const { body } = await shop.subscribe({ customer_id: 'gold-7' });
    expect(body.customer_created).toBe(true);
  });

  it('does not affect other accounts', async () => {
    await strictShop();
    expect((await (await openShop()).subscribe({ customer_id: 'gold-7' })).status).toBe(200);
  });

  it('creates no customer once the change is confirmed: it waits for pending requests', async () => {
    const shop = await openShop();
    await choose(shop, 'create');
    const other = new Client({ connectionString: world().url });
    await other.connect();
    await other.query('begin');
    const insert =
      'insert into billing.customers (id, account_id, external_id) values ($1, $2, $3)';
    await other.query(insert, [newId(), shop.id, 'gold-7']);
    const creating = shop.subscribe({ customer_id: 'gold-7', trial_period_days: 7 });
    await isWaitedBy(1);
    const choosing = choose(shop, 'refuse');
    await isWaitedBy(2);
    await other.end();
    expect((await choosing).status).toBe(200);
    expect(await customersOf(shop)).toHaveLength(1);
    expect((await creating).status).toBe(200);
  });
});

/** Waits until this many statements are blocked by others. */
const isWaitedBy = (count: number) =>
  eventually(async () => {
    const rows = await world().query(
      `select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    );
    expect(rows).toHaveLength(count);
  });

describe('the settings of billing', () => {
  it('can be read with the scope for subscriptions, and changed by owners and admins', async () => {
    const shop = await openShop();
    const as = (caller: object, method = 'GET', body?: object) =>
      billing().call(method, '/v1/billing_settings', { caller, body });
    const settings = {
      object: 'billing_settings',
      livemode: false,
      account_id: shop.publicId,
      unknown_customers: 'create',
      cancel_address: null,
      dunning_days: [1, 3, 5, 7],
      dunning_final_action: 'cancel',
      portal: { details: true, cancel: 'at_period_end', plans: [] },
      accounting: { ledger_accounts: [], datev: null },
    };
    const member = callerOf(shop.id, 'member');
    const key = { accountId: shop.id, scopes: ['subscriptions:read'] };
    for (const caller of [shop.caller, member, key])
      expect(await as(caller)).toMatchObject({ status: 200, body: settings });
    const refuse = { unknown_customers: 'refuse' };
    expect((await as(member, 'PATCH', refuse)).status).toBe(403);
    expect((await as(shop.caller)).body).toEqual(settings);
    const admin = callerOf(world().peers.platform.id, 'admin');
    const changed = await as(admin, 'PATCH', { ...refuse, account_id: shop.publicId });
    expect(changed.body).toEqual({ ...settings, ...refuse });
    expect((await as(shop.caller, 'PATCH', {})).body).toEqual(changed.body);
  });

  it('are of an account that the caller may read, or not found', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const path = `/v1/billing_settings?account_id=${other.publicId}`;
    expect((await shop.get(path)).status).toBe(404);
    expect((await other.get(path)).status).toBe(200);
    expect((await choose(shop, 'ask')).status).toBe(400);
  });
});

describe('a customer', () => {
  it('has created and updated events, numbered without gaps', async () => {
    const shop = await openShop();
    const { body: made } = await shop.post('/v1/customers', { name: 'Grace' });
    const path = `/v1/customers/${made.id}`;
    await shop.patch(path, {});
    const { body: changed } = await shop.patch(path, { name: 'Grace Hopper' });
    const events = await published(shop);
    expect(events.map((event) => [event.type, event.aggregate_sequence])).toEqual([
      ['customer.created', 1],
      ['customer.updated', 2],
    ]);
    expect(events.map(({ data }) => data)).toEqual([
      { object: made },
      { object: changed, previous: { name: 'Grace', updated_at: made.updated_at } },
    ]);
    for (const { type, data } of events)
      expect(eventCatalogue[type as EventType].parse(data.object)).toEqual(data.object);
  });

  it('has its first event on its next change if an earlier version created it', async () => {
    const shop = await openShop();
    const id = newId();
    await world().query('insert into billing.customers (id, account_id) values ($1, $2)', [
      id,
      shop.id,
    ]);
    await shop.patch(`/v1/customers/${toPublicId('customer', id)}`, { name: 'Grace' });
    const events = await published(shop);
    expect(events.map((event) => [event.type, event.aggregate_sequence])).toEqual([
      ['customer.updated', 1],
    ]);
  });
});
