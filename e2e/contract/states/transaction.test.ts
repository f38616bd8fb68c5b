import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { must, newOwner, type Owner } from '../people.ts';
import { record, recordSettled } from '../world.ts';

/** Longer than payments take to settle in this run. */
const SETTLED_MS = 2_500;

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
  await record(owner, { type: 'credit', amount: 1_000 });
});

const see = (id: string) => must(() => owner.call('GET', `/v1/transactions/${id}`));
const balance = () => must(() => owner.call('GET', '/v1/account/balance'));

describe('(none), POST /v1/transactions with a valid body: status by type', () => {
  it.each([
    ['a credit', { type: 'credit', amount: 5 }, 'succeeded'],
    ['a payment', { type: 'payment', amount: 5, capture: 'manual' }, 'pending'],
  ])('%s', async (_what, fields, status) => {
    const created = await record(owner, fields);
    expect(created.status).toBe(status);
    expect(await see(created.id)).toEqual({ ...created, updated_at: expect.any(String) });
  });
});

describe('pending, DELETE /v1/transactions/{transaction_id}: canceled', () => {
  it('returns the funds permanently, and stays visible', async () => {
    const before = await balance();
    const { id } = await record(owner, { type: 'payment', amount: 300 });
    const { status, body } = await owner.call('DELETE', `/v1/transactions/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      status: 'canceled',
      canceled_at: expect.any(String),
      message: expect.any(String),
    });
    await pause(SETTLED_MS);
    expect(await see(id)).toMatchObject({ status: 'canceled', canceled_at: body.canceled_at });
    const { available, held } = await balance();
    expect({ available, held }).toEqual({ available: before.available, held: before.held });
    const { data } = await must(() => owner.call('GET', '/v1/transactions?status=canceled'));
    expect(data.map((listed: { id: string }) => listed.id)).toContain(id);
  });
});

describe('succeeded, DELETE /v1/transactions/{transaction_id}: unchanged', () => {
  it('is refused, and a refund is issued instead', async () => {
    const { id } = await record(owner, { type: 'payment', amount: 200 });
    const settled = await eventually(async () => {
      const payment = await see(id);
      expect(payment.status).toBe('succeeded');
      return payment;
    });
    const refused = await owner.call('DELETE', `/v1/transactions/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'not_cancellable']);
    expect(refused.body.message).toContain('refund');
    expect(await see(id)).toEqual(settled);

    const before = await balance();
    const refund = await record(owner, { type: 'refund', amount: 200, refund_of_id: id });
    expect(refund.status).toBe('succeeded');
    expect((await balance()).available).toBe(before.available + 200);
    expect((await see(id)).status).toBe('succeeded');
  });

  it.each(['credit', 'refund'])('also of a %s', async (type) => {
    if (type === 'refund') await recordSettled(owner, 1);
    const { id, status } = await record(owner, { type, amount: 1 });
    const refused = await owner.call('DELETE', `/v1/transactions/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'not_cancellable']);
    expect((await see(id)).status).toBe(status);
  });
});
