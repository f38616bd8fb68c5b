import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../api.ts';
import { CARDS, pay } from '../pay.ts';
import { must, newKey, newOwner, newUser, type Owner, type Person } from '../people.ts';
import { logInAdmin, record, requestPayment, subscribe } from '../world.ts';

let admin: Person;
beforeAll(async () => {
  admin = await logInAdmin();
});

const seen = async (path: string) => must(() => admin.call('GET', path));

describe('(none), POST /v1/accounts with a valid body: active', () => {
  it.each(['individual', 'business'])('of an %s account', async (type) => {
    const body = { email: newEmail(), name: 'Ada', type, password: 'correct horse' };
    const { status, body: account } = await call('POST', '/v1/accounts', { body });
    expect([status, account.status]).toEqual([201, 'active']);
    expect(await seen(`/v1/accounts/${account.id}`)).toEqual(account);
  });
});

describe('any, DELETE /v1/account, authorised and without active subscriptions: closed', () => {
  let owner: Owner;
  let member: Person;
  let held: { id: string };
  let payment: { id: string };
  let subscription: { id: string };
  let trial: { id: string };

  beforeAll(async () => {
    owner = await newOwner();
    member = await newUser(owner);
    await record(owner, { type: 'credit', amount: 500 });
    held = await record(owner, { type: 'payment', amount: 200, capture: 'manual' });
    payment = await requestPayment(owner);
    subscription = await subscribe(owner);
    trial = await subscribe(owner, { trial_period_days: 7 });
  });

  it('is refused while a subscription is active, and nothing changes', async () => {
    const { status, body } = await owner.call('DELETE', '/v1/account');
    expect([status, body.error]).toEqual([409, 'active_subscriptions']);
    expect(await seen(`/v1/accounts/${owner.accountId}`)).toMatchObject({ status: 'active' });
    expect((await member.call('GET', '/v1/account')).status).toBe(200);
  });

  it('succeeds, and returns the time and the remaining balance', async () => {
    await must(() => owner.call('POST', `/v1/subscriptions/${subscription.id}/pause`));
    const key = await newKey(owner);
    const { status, body } = await owner.call('DELETE', '/v1/account');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: owner.accountId,
      status: 'closed',
      closed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      message: expect.stringContaining('500'),
    });
    // Revoked before the reply.
    for (const { token } of [owner, member, key]) {
      const { status: after, body: refusal } = await call('GET', '/v1/account', { token });
      expect([after, refusal.error]).toEqual([401, 'unauthorized']);
    }
  });

  it('terminates users, subscriptions and payments', async () => {
    for (const { userId } of [owner, member])
      expect((await admin.call('GET', `/v1/users/${userId}`)).status).toBe(404);
    for (const { id } of [subscription, trial])
      expect(await seen(`/v1/subscriptions/${id}`)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'account_closed',
      });
    expect(await seen(`/v1/payments/${payment.id}`)).toMatchObject({ status: 'canceled' });
    expect(await seen(`/v1/transactions/${held.id}`)).toMatchObject({ status: 'canceled' });
    expect(await seen(`/v1/accounts/${owner.accountId}/balance`)).toMatchObject({
      available: 500,
      held: 0,
    });
  });

  it('is irreversible', async () => {
    const { email, password, accountId } = owner;
    const login = await call('POST', '/v1/auth/login', { body: { email, password } });
    expect([login.status, login.body.error]).toEqual([401, 'invalid_credentials']);
    const path = `/v1/accounts/${accountId}`;
    const opened = await admin.call('PATCH', path, { body: { status: 'active' } });
    expect(opened.status).toBeGreaterThanOrEqual(400);
    const body = { status: 'active' };
    await admin.call('PATCH', `/v1/users/${owner.userId}`, { body });
    const again = await call('POST', '/v1/auth/login', { body: { email, password } });
    expect(again.status).toBe(401);
    expect(await seen(path)).toMatchObject({ status: 'closed', email });
  });

  it('is refused for a suspended account until it is active again', async () => {
    const suspended = await newOwner();
    const path = `/v1/accounts/${suspended.accountId}`;
    await must(() => admin.call('PATCH', path, { body: { status: 'suspended' } }));
    expect((await suspended.call('DELETE', '/v1/account')).status).toBe(403);
    expect(await seen(path)).toMatchObject({ status: 'suspended' });
    await must(() => admin.call('PATCH', path, { body: { status: 'active' } }));
    expect((await suspended.call('DELETE', '/v1/account')).status).toBe(200);
  });
});

describe('balance of a closed account', () => {
  /**
   * Closes an account after a customer paid by card. Its owner is gone; an administrator checks.
   */
  async function closePaid(amount: number) {
    const owner = await newOwner();
    const asked = await requestPayment(owner, { amount });
    await pay(String(asked.payment_url), CARDS.good);
    await eventually(async () =>
      expect((await owner.call('GET', '/v1/account/balance')).body.available).toBe(amount),
    );
    const body = await must(() => owner.call('DELETE', '/v1/account'));
    const balance = () => seen(`/v1/accounts/${owner.accountId}/balance`);
    const payouts = async () => (await seen(`/v1/payouts?account_id=${owner.accountId}`)).data;
    return { owner, body, balance, payouts };
  }

  it('goes to its bank if it came from customers', async () => {
    const { body, balance, payouts } = await closePaid(1_900);
    expect(body.message).toContain('its balance of 1900 USD (minor units) is being paid out');
    expect(await payouts()).toMatchObject([{ id: body.payout_id, amount: 1_900 }]);
    await eventually(async () => {
      expect(await payouts()).toMatchObject([{ status: 'paid' }]);
      expect(await balance()).toMatchObject({ available: 0, held: 0 });
    });
  });

  it('stays where its bank refuses it, until an administrator pays it out', async () => {
    const { owner, body, balance, payouts } = await closePaid(1_951);
    expect(body.message).toContain('1951 USD (minor units) remains and is frozen');
    expect(body.payout_id).toBeUndefined();
    expect(await payouts()).toMatchObject([{ status: 'failed', amount: 1_951 }]);
    expect(await balance()).toMatchObject({ available: 1_951, held: 0 });
    const fields = { account_id: owner.accountId, amount: 1_900, currency: 'USD' };
    const again = await admin.call('POST', '/v1/payouts', { body: fields });
    expect([again.status, again.body.status]).toEqual([201, 'pending']);
    await eventually(async () => expect(await balance()).toMatchObject({ available: 51, held: 0 }));
  });
});
