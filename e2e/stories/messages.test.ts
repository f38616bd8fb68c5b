import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Owner, openAccount } from '../api.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await openAccount();
});

const record = (fields: object) =>
  owner.call('POST', '/v1/transactions', {
    body: { account_id: owner.accountId, amount: 1_000, currency: 'USD', ...fields },
  });
const subscribe = (plan: string) =>
  owner.call('POST', '/v1/subscriptions', { body: { customer_id: owner.accountId, plan } });

describe('whoever knows only the specification is told what to do next', () => {
  it('when the balance is too low', async () => {
    const { status, body } = await record({ type: 'payment' });
    expect([status, body.message]).toEqual([
      402,
      expect.stringMatching(/^balance is 0, this needs 1000: record a credit first/),
    ]);
  });

  it('when there is no such plan: the plans there are', async () => {
    const { status, body } = await subscribe('gold');
    expect(status).toBe(404);
    for (const plan of ['basic_monthly', 'pro_yearly', 'business_monthly'])
      expect(body.message).toContain(plan);
  });

  it.each([
    ['GET', '/v1/account'],
    ['POST', '/v1/subscriptions'],
    ['GET', '/v1/transactions'],
  ])('when a token or key is missing: where there are some, at %s %s', async (method, path) => {
    const { status, body } = await call(method, path);
    expect(status).toBe(401);
    expect(body.message).toMatch(/POST \/v1\/auth\/login/);
    expect(body.message).toMatch(/POST \/v1\/api_keys/);
  });

  it('when the currency is another: which it is', async () => {
    const { body } = await record({ type: 'credit', currency: 'EUR' });
    expect([body.error, body.message]).toEqual([
      'currency_mismatch',
      expect.stringContaining('USD'),
    ]);
  });

  it('when a payment can no longer be canceled: how to give the money back', async () => {
    await record({ type: 'credit' });
    const { body: payment } = await record({ type: 'payment', capture: 'manual' });
    await owner.call('POST', `/v1/transactions/${payment.id}/capture`);
    const { status, body } = await owner.call('DELETE', `/v1/transactions/${payment.id}`);
    expect([status, body.error]).toEqual([409, 'not_cancellable']);
    expect(body.message).toContain('POST /v1/transactions with type refund');
  });

  it('when a field is missing, of another type or unknown: which', async () => {
    const { body: missing } = await record({ type: undefined });
    expect(missing.message).toMatch(/^type: /);
    const { body: wrong } = await record({ type: 'credit', amount: '100' });
    expect(wrong.message).toMatch(/^amount: .*integer/);
  });

  it('when an account has active subscriptions: to cancel them', async () => {
    await record({ type: 'credit', amount: 10_000 });
    const { body: subscription } = await subscribe('basic');
    const { body } = await owner.call('DELETE', '/v1/account');
    expect([body.error, body.message]).toEqual([
      'active_subscriptions',
      expect.stringContaining('cancel'),
    ]);
    await owner.call('POST', `/v1/subscriptions/${subscription.id}/cancel`);
  });

  it('when the address or method is wrong: where to look', async () => {
    const { body } = await call('GET', '/v1/nothing');
    expect(body.message).toContain('/v1/openapi.json');
    const { status, headers } = await call('PUT', '/v1/transactions');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});
