import { beforeAll, describe, expect, it } from 'vitest';
import { Florin, FlorinError, type Session } from '../../sdk/typescript/src/index.ts';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { proveBooks } from '../prove-books.ts';

let florin: Florin;
let session: Session;
let owner: Awaited<ReturnType<typeof newOwner>>;
beforeAll(async () => {
  owner = await newOwner();
  florin = new Florin({ url: baseUrl() });
  session = await florin.logIn(owner.email, owner.password);
});

const record = (type: 'credit' | 'payment', amount: number, more: object = {}) =>
  florin.post('/v1/transactions', {
    body: { account_id: owner.accountId, currency: 'USD', type, amount, ...more },
  });

describe('the client', () => {
  it('moves money, and returns the code of a refusal', async () => {
    const refused = await record('payment', 1_000).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FlorinError);
    expect(refused).toMatchObject({ code: 'insufficient_funds', status: 402 });
    expect(await record('credit', 5_000)).toMatchObject({ status: 'succeeded', amount: 5_000 });
    const { id } = await record('payment', 1_200, { capture: 'manual' });
    const path = { transaction_id: id };
    const captured = await florin.post('/v1/transactions/{transaction_id}/capture', { path });
    expect(captured).toMatchObject({ status: 'succeeded', captured_amount: 1_200 });
    expect(await florin.get('/v1/account/balance')).toMatchObject({ available: 3_800, held: 0 });
    const refund = { type: 'refund', amount: 200, refund_of_id: id } as const;
    await florin.post('/v1/transactions', {
      body: { account_id: owner.accountId, currency: 'USD', ...refund },
    });
    expect(await florin.get('/v1/account/balance')).toMatchObject({ available: 4_000 });
    await proveBooks();
  });

  it('runs a call once for each key of its caller', async () => {
    const body = {
      account_id: owner.accountId,
      currency: 'USD',
      type: 'credit',
      amount: 7,
    } as const;
    const once = () => florin.post('/v1/transactions', { body, idempotencyKey: 'order 7' });
    await expect(once()).rejects.toMatchObject({ code: 'invalid_request' });
    const again = () => florin.post('/v1/transactions', { body, idempotencyKey: 'order-7' });
    expect((await again()).id).toBe((await again()).id);
  });

  it('reads a list over its pages, newest first', async () => {
    await Promise.all(Array.from({ length: 7 }, (_, index) => record('credit', index + 1)));
    const ids: string[] = [];
    const query = { limit: 3, type: 'credit' } as const;
    for await (const { id, type } of florin.list('/v1/transactions', { query })) {
      expect(type).toBe('credit');
      ids.push(id);
    }
    expect(ids).toHaveLength(9);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('refreshes once when its token has expired, and reports the end of the session', async () => {
    const kept: (Session | undefined)[] = [];
    const later = new Florin({
      url: baseUrl(),
      session: { ...session, expiresAt: Date.now() },
      onSession: (one) => kept.push(one),
    });
    const names = await Promise.all([1, 2, 3, 4].map(() => later.get('/v1/account')));
    expect(names.map(({ id }) => id)).toEqual(Array(4).fill(owner.accountId));
    expect(kept).toHaveLength(1);
    const used = new Florin({ url: baseUrl(), session: { ...session, expiresAt: 0 } });
    await expect(used.get('/v1/account')).rejects.toMatchObject({ code: 'invalid_grant' });
  });
});
