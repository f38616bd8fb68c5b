import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { newOwner, type Owner } from '../contract/people.ts';
import { query } from '../database.ts';
import { proveBooks } from '../prove-books.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

async function create(body: object, key?: string) {
  return owner.call('POST', '/v1/transactions', {
    body: { account_id: owner.accountId, currency: 'USD', ...body },
    ...(key === undefined ? {} : { key }),
  });
}

async function balance() {
  const { status, body } = await owner.call('GET', '/v1/account/balance');
  expect(status).toBe(200);
  return { available: body.available, held: body.held, posted: body.posted };
}

describe('the money of one account', () => {
  const ids: Record<string, string> = {};

  it('starts at zero, and a payment asks to record a credit', async () => {
    expect(await balance()).toEqual({ available: 0, held: 0, posted: 0 });
    const { status, body } = await create({ type: 'payment', amount: 1000 });
    expect(status).toBe(402);
    expect(body).toEqual({
      error: 'insufficient_funds',
      message: expect.stringContaining('record a credit first'),
    });
  });

  it('increases by a credit', async () => {
    const { status, body } = await create({ type: 'credit', amount: 5000, reference: 'top-up' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account_id: owner.accountId,
      amount: 5000,
      currency: 'USD',
      type: 'credit',
      status: 'succeeded',
      reference: 'top-up',
      metadata: {},
    });
    expect(body).not.toHaveProperty('updated_at');
    ids.credit = body.id;
    expect(await balance()).toEqual({ available: 5000, held: 0, posted: 5000 });
  });

  it('is held by a payment, once for each key', async () => {
    const first = await create({ type: 'payment', amount: 1200 }, 'order-1');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ type: 'payment', status: 'pending' });
    ids.canceled = first.body.id;
    const again = await create({ type: 'payment', amount: 1200 }, 'order-1');
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await create({ type: 'payment', amount: 1300 }, 'order-1');
    expect(other.status).toBe(422);
    expect(await balance()).toEqual({ available: 3800, held: 1200, posted: 5000 });
  });

  it('is released by canceling, once', async () => {
    const path = `/v1/transactions/${ids.canceled}`;
    const { status, body } = await owner.call('DELETE', path);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: ids.canceled,
      status: 'canceled',
      canceled_at: expect.any(String),
      message: expect.any(String),
    });
    const again = await owner.call('DELETE', path);
    expect(again.status).toBe(409);
    expect(again.body.error).toBe('not_cancellable');
    const kept = await owner.call('GET', path);
    expect(kept.body).toMatchObject({ status: 'canceled', canceled_at: body.canceled_at });
    expect(await balance()).toEqual({ available: 5000, held: 0, posted: 5000 });
  });

  it('settles on its own, and can then be refunded', async () => {
    const { body: payment } = await create({ type: 'payment', amount: 700 });
    ids.settled = payment.id;
    await eventually(async () => {
      const { body } = await owner.call('GET', `/v1/transactions/${payment.id}`);
      expect(body).toMatchObject({ status: 'succeeded', captured_amount: 700 });
    });
    expect(await balance()).toEqual({ available: 4300, held: 0, posted: 4300 });
    const refused = await owner.call('DELETE', `/v1/transactions/${payment.id}`);
    expect(refused.body.message).toContain('refund');
    const refund = await create({ type: 'refund', amount: 700, refund_of_id: payment.id });
    expect(refund.body).toMatchObject({ status: 'succeeded', refund_of_id: payment.id });
    ids.refund = refund.body.id;
    expect(await balance()).toEqual({ available: 5000, held: 0, posted: 5000 });
  });

  it('is listed newest first, page by page, in both directions', async () => {
    const order = [ids.refund, ids.settled, ids.canceled, ids.credit];
    const whole = await owner.call('GET', '/v1/transactions');
    expect(whole.body).toMatchObject({ object: 'list', has_more: false });
    expect(whole.body.data.map((item: { id: string }) => item.id)).toEqual(order);

    const idsOf = async (search: string) => {
      const { body } = await owner.call('GET', `/v1/transactions?${search}`);
      return [body.data.map((item: { id: string }) => item.id), body.has_more];
    };
    expect(await idsOf('limit=2')).toEqual([order.slice(0, 2), true]);
    expect(await idsOf(`limit=2&starting_after=${order[1]}`)).toEqual([order.slice(2), false]);
    expect(await idsOf(`limit=2&ending_before=${order[3]}`)).toEqual([order.slice(1, 3), true]);
    expect(await idsOf('status=canceled&type=payment')).toEqual([[ids.canceled], false]);
  });

  it('is published as events, in one order without gaps', async () => {
    const accountId = parsePublicId('account', owner.accountId);
    await eventually(async () => {
      const events = await query<{ sequence: string; type: string; status: string | null }>(
        'webhooks',
        `select sequence, type, data->'object'->>'status' as status
           from webhooks.events where account_id = $1 order by sequence`,
        [accountId],
      );
      expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, i) => i + 1));
      const ofMoney = events.filter(({ type }) => type.startsWith('transaction.'));
      expect(ofMoney.map(({ type, status }) => `${type} ${status}`)).toEqual([
        'transaction.created succeeded',
        'transaction.created pending',
        'transaction.canceled canceled',
        'transaction.created pending',
        'transaction.succeeded succeeded',
        'transaction.created succeeded',
        'transaction.updated succeeded',
      ]);
      const others = events.map(({ type }) => type).filter((type) => !type.startsWith('trans'));
      expect(others.toSorted()).toEqual([
        'account.created',
        'email_confirmation.requested',
        'session.created',
        'user.created',
      ]);
    });
  });
});

describe('the money of other accounts', () => {
  it('is invisible to an account', async () => {
    const stranger = await newOwner();
    const { body: credit } = await create({ type: 'credit', amount: 1 });
    const path = `/v1/transactions/${credit.id}`;
    for (const [method, target] of [
      ['GET', path],
      ['DELETE', path],
      ['PATCH', path],
      ['GET', `/v1/accounts/${owner.accountId}/balance`],
    ] as const) {
      const body = method === 'PATCH' ? { body: {} } : {};
      const answer = await stranger.call(method, target, body);
      expect([method, answer.status, answer.body.error]).toEqual([method, 404, 'not_found']);
    }
    const created = await stranger.call('POST', '/v1/transactions', {
      body: { account_id: owner.accountId, amount: 1, currency: 'USD', type: 'credit' },
    });
    expect(created.status).toBe(404);
    const list = await stranger.call('GET', '/v1/transactions');
    expect(list.body.data).toEqual([]);
  });
});

it('adds up in every account, while other stories run', async () => {
  expect((await proveBooks()).transactions).toBeGreaterThan(0);
});
