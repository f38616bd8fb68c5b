import { eventually } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../api.ts';
import { openPage } from '../contract/pay.ts';
import { must, newOwner, type Owner } from '../contract/people.ts';
import { statementWith } from '../contract/prepare/bank-statements.ts';
import { logInAdmin, newClock, record, requestPayment, subscribe } from '../contract/world.ts';
import { proveBooks } from '../prove-books.ts';

let live: Owner;
let test: Owner;
beforeAll(async () => {
  [live, test] = await Promise.all([newOwner({ livemode: true }), newOwner({ livemode: false })]);
});

const makeKey = async (owner: Owner) =>
  (await owner.call('POST', '/v1/api_keys', { body: { name: 'back end' } })).body;

it('an account stays in the mode in which it was opened', async () => {
  expect((await live.call('GET', '/v1/account')).body.livemode).toBe(true);
  expect((await test.call('GET', '/v1/account')).body.livemode).toBe(false);
  // In test mode, accounts without a choice are test accounts.
  expect((await (await newOwner()).call('GET', '/v1/account')).body.livemode).toBe(false);
  const { status, body } = await test.call('PATCH', '/v1/account', { body: { livemode: true } });
  expect([status, body.error]).toEqual([400, 'invalid_request']);
  const admin = await logInAdmin();
  const listed = async (livemode: boolean) =>
    (await admin.call('GET', `/v1/accounts?livemode=${livemode}&limit=100`)).body.data;
  for (const mode of [true, false])
    for (const account of await listed(mode)) expect(account.livemode).toBe(mode);
  expect((await listed(true)).map(({ id }: { id: string }) => id)).toContain(live.accountId);
});

it('the prefix of a key shows its mode, and the key opens data of that mode alone', async () => {
  const [real, trial] = [await makeKey(live), await makeKey(test)];
  expect(real).toMatchObject({ livemode: true, secret: expect.stringMatching(/^sk_live_/) });
  expect(trial).toMatchObject({ livemode: false, secret: expect.stringMatching(/^sk_test_/) });
  const mine = await record(live, { type: 'credit', amount: 100 });
  const asked = (token: string) => call('GET', `/v1/transactions/${mine.id}`, { token });
  expect((await asked(real.secret)).body).toMatchObject({ id: mine.id, livemode: true });
  expect((await asked(trial.secret)).status).toBe(404);
  // The same secret with the other prefix is no key.
  const forged = real.secret.replace('sk_live_', 'sk_test_');
  expect((await asked(forged)).status).toBe(401);
  const rotated = await live.call('POST', `/v1/api_keys/${real.id}/rotate`, { body: {} });
  expect(rotated.body.secret).toMatch(/^sk_live_/);
});

describe('no test money reaches a live account:', () => {
  it('customers get no payment request that only a test card could pay', async () => {
    const body = {
      account_id: live.accountId,
      amount: 900,
      currency: 'USD',
      customer_email: 'ada@example.com',
    };
    const asked = await live.call('POST', '/v1/payments', { body });
    expect([asked.status, asked.body.error]).toEqual([400, 'invalid_request']);
    expect(asked.body.message).toContain('test cards cannot pay live accounts');
    const trial = await requestPayment(test);
    expect((await openPage(String(trial.payment_url))).body).toContain('Test mode');
  });

  it('the test processor saves no card for it and sends no payout', async () => {
    const customer = (
      await live.call('POST', '/v1/customers', { body: { email: 'ada@example.com' } })
    ).body;
    const asked = await live.call('POST', '/v1/payment_methods', {
      body: { customer_id: customer.id, account_id: live.accountId, processor: 'test' },
    });
    expect([asked.status, asked.body.error]).toEqual([400, 'invalid_request']);
    await record(live, { type: 'credit', amount: 5_000 });
    const paid = await live.call('POST', '/v1/payouts', {
      body: { account_id: live.accountId, amount: 1_000, currency: 'USD' },
      triesMax: 1,
    });
    expect([paid.status, paid.body.error]).toEqual([503, 'unavailable']);
    expect((await live.call('GET', '/v1/account/balance')).body.available).toBe(5_100);
  });

  it('only the real clock moves its time', async () => {
    const body = { frozen_time: '2030-01-01' };
    const { status, body: refusal } = await live.call('POST', '/v1/test_clocks', { body });
    expect([status, refusal.error]).toEqual([400, 'invalid_request']);
    expect((await newClock(test)).livemode).toBe(false);
  });

  it('the platform account of a Florin in test mode sells it nothing', async () => {
    const body = { customer_id: live.accountId, plan: 'starter' };
    const { status, body: refusal } = await live.call('POST', '/v1/subscriptions', { body });
    expect([status, refusal.error]).toEqual([400, 'invalid_request']);
    expect(refusal.message).toContain('only to test accounts');
  });

  it('a bank statement in test mode credits nothing to it', async () => {
    const admin = await logInAdmin();
    const { body: taken } = await admin.call('POST', '/v1/bank_statements', {
      body: statementWith(`unmatched ${Date.now()}`, 4_321),
    });
    expect(taken.statements[0]).toMatchObject({ livemode: false, unmatched_count: 1 });
    const { body: waiting } = await admin.call('GET', '/v1/unmatched_money?limit=1');
    const path = `/v1/unmatched_money/${waiting.data[0].id}/assign`;
    const refused = await admin.call('POST', path, { body: { account_id: live.accountId } });
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    const owner = await newOwner({ settings: { currency: waiting.data[0].currency } });
    const given = await admin.call('POST', path, { body: { account_id: owner.accountId } });
    expect(given.body).toMatchObject({ status: 'assigned', account_id: owner.accountId });
  });
});

it.each([true, false])('every event of an account has livemode %s', async (livemode) => {
  const owner = livemode ? live : test;
  await record(owner, { type: 'credit', amount: 900 });
  const external_id = 'a customer of ours';
  await must(() => owner.call('POST', '/v1/customers', { body: { external_id } }));
  await subscribe(owner, { customer_id: external_id, trial_period_days: 3 });
  await eventually(async () => {
    const { body } = await owner.call('GET', '/v1/events?limit=100');
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types).toContain('transaction.created');
    expect(types).toContain('subscription.created');
    for (const event of body.data) {
      expect(event, event.type).toMatchObject({ livemode });
      // A user has the mode of their account.
      expect(event.data.object.livemode, event.type).toBe(livemode);
    }
  });
});

const LISTS = [
  'transactions',
  'payments',
  'refunds',
  'disputes',
  'payouts',
  'payment_methods',
  'reconciliations',
  'customers',
  'subscriptions',
  'invoices',
  'events',
  'audit_log',
  'webhook_endpoints',
  'users',
  'api_keys',
  'accounts',
];

/** Lists with an object of this file's live account. */
const FILLED = ['transactions', 'customers', 'subscriptions', 'events', 'users', 'api_keys'];

it.each(LISTS)('a list of all accounts switches between the modes: %s', async (list) => {
  const admin = await logInAdmin();
  const read = async (livemode: unknown) =>
    (await admin.call('GET', `/v1/${list}?livemode=${livemode}`)).body;
  for (const livemode of [true, false])
    for (const item of (await read(livemode)).data) expect(item).toMatchObject({ livemode });
  if (FILLED.includes(list)) expect((await read(true)).data).not.toEqual([]);
  expect((await read('yes')).error).toBe('invalid_request');
});

it('the books balance', async () => {
  await proveBooks();
});
