import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin } from './callers.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const REPLAYED = 'idempotent-replayed';

async function transactionsOf(account: TestAccount): Promise<number> {
  return (await account.call('GET', '/v1/transactions?limit=100')).body.data.length;
}

describe('Idempotency-Key', () => {
  it('returns the first response, whatever has happened since', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const body = { type: 'payment', amount: 300, metadata: { z: 1, a: [2] } };
    const first = await account.create(body, 'key');
    await account.call('DELETE', `/v1/transactions/${first.body.id}`);
    const again = await account.create(body, 'key');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(again.headers.get(REPLAYED)).toBe('true');
    expect(first.headers.get(REPLAYED)).toBeNull();
    expect(await transactionsOf(account)).toBe(2);
  });

  it('returns the responses of capture, update and cancel', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const hold = async () => (await account.create({ type: 'payment', amount: 100 })).body.id;
    const [one, two] = [await hold(), await hold()];
    for (const [method, path, body] of [
      ['POST', `/v1/transactions/${one}/capture`, { amount: 40 }],
      ['PATCH', `/v1/transactions/${one}`, { reference: 'x' }],
      ['DELETE', `/v1/transactions/${two}`, undefined],
    ] as const) {
      const first = await account.call(method, path, { body, idempotencyKey: 'key' });
      expect(first.status).toBe(200);
      const again = await account.call(method, path, { body, idempotencyKey: 'key' });
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get(REPLAYED)).toBe('true');
    }
  });

  it('returns 422 for other content, and keeps the first response', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const first = await account.create({ type: 'payment', amount: 300 }, 'key');
    const other = await account.create({ type: 'payment', amount: 301 }, 'key');
    expect([other.status, other.body.error]).toEqual([422, 'invalid_request']);
    expect(other.headers.get(REPLAYED)).toBeNull();
    const again = await account.create({ type: 'payment', amount: 300 }, 'key');
    expect(again.body).toEqual(first.body);
    expect(await account.balance()).toMatchObject({ held: 300 });
  });

  it('returns 422 for another transaction', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const hold = async () => (await account.create({ type: 'payment', amount: 100 })).body.id;
    const [one, two] = [await hold(), await hold()];
    const cancel = (id: string) =>
      account.call('DELETE', `/v1/transactions/${id}`, { idempotencyKey: 'key' });
    expect((await cancel(one)).status).toBe(200);
    expect((await cancel(two)).status).toBe(422);
    expect(await account.balance()).toMatchObject({ held: 100 });
  });

  it('ignores that another version parsed the same request differently', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const one = { type: 'payment', amount: 300 };
    const first = await account.create(one, 'key');
    const bulk = () =>
      account.call('POST', '/v1/transactions/bulk', {
        body: {
          transactions: [{ ...one, account_id: account.publicId, currency: 'USD' }],
        },
        idempotencyKey: 'bulk',
      });
    const firstBulk = await bulk();
    await ledger().superuser.query(
      `update replies set request_hash = 'with a field more' where account_id = $1`,
      [account.id],
    );
    const again = await account.create(one, 'key');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await bulk()).body).toEqual(firstBulk.body);
    expect((await account.create({ ...one, amount: 301 }, 'key')).status).toBe(422);
    expect(await account.balance()).toMatchObject({ held: 600 });
  });

  it('accepts keys of a version that did not store the request as sent', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const first = await account.create({ type: 'payment', amount: 300 }, 'key');
    await ledger().superuser.query('update replies set sent_hash = null where account_id = $1', [
      account.id,
    ]);
    const again = await account.create({ type: 'payment', amount: 300 }, 'key');
    expect(again.body).toEqual(first.body);
    expect((await account.create({ type: 'payment', amount: 301 }, 'key')).status).toBe(422);
  });

  it('ignores the order of members', async () => {
    const account = await ledger().openAccount();
    const { publicId: account_id } = account;
    const post = (body: object) =>
      account.call('POST', '/v1/transactions', { body, idempotencyKey: 'key' });
    const first = await post({ account_id, type: 'credit', amount: 5, currency: 'USD' });
    const again = await post({ currency: 'USD', amount: 5, account_id, type: 'credit' });
    expect(again.body).toEqual(first.body);
  });

  it('remembers 402', async () => {
    const account = await ledger().openAccount();
    const body = { type: 'payment', amount: 300 };
    const first = await account.create(body, 'key');
    expect(first.status).toBe(402);
    await account.create({ type: 'credit', amount: 1000 });
    const again = await account.create(body, 'key');
    expect([again.status, again.body]).toEqual([402, first.body]);
    expect(again.headers.get(REPLAYED)).toBe('true');
    expect((await account.create(body, 'new-key')).status).toBe(201);
    expect((await account.create({ ...body, amount: 1 }, 'key')).status).toBe(422);
  });

  it('remembers 409', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const path = `/v1/transactions/${await account.settled(100)}`;
    for (const [method, suffix, body] of [
      ['DELETE', '', undefined],
      ['POST', '/capture', undefined],
      ['PATCH', '', { amount: 5 }],
    ] as const) {
      const call = (content: unknown = body) =>
        account.call(method, path + suffix, { body: content, idempotencyKey: 'key' });
      const first = await call();
      const again = await call();
      expect([first.status, again.status, again.body]).toEqual([409, 409, first.body]);
      expect(again.headers.get(REPLAYED)).toBe('true');
    }
    const other = { body: { reference: 'x' }, idempotencyKey: 'key' };
    expect((await account.call('PATCH', path, other)).status).toBe(422);
  });

  it('remembers the refusal of a refund for lack of settled money', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const first = await account.create({ type: 'refund', amount: 50 }, 'key');
    await account.settled(100);
    const again = await account.create({ type: 'refund', amount: 50 }, 'key');
    expect([first.status, again.status, again.body]).toEqual([402, 402, first.body]);
  });

  it('remembers neither 400 nor 404', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const good = { type: 'credit', amount: 5 };
    expect((await account.create({ ...good, currency: 'EUR' }, 'key')).status).toBe(400);
    expect((await account.create({ ...good, amount: 0 }, 'key')).status).toBe(400);
    expect((await account.create({ ...good, account_id: 'acc_1' }, 'key')).status).toBe(404);
    const unknown = `/v1/transactions/${toPublicId('transaction', newId())}`;
    expect((await account.call('DELETE', unknown, { idempotencyKey: 'key' })).status).toBe(404);
    const reply = await account.create(good, 'key');
    expect([reply.status, reply.headers.get(REPLAYED)]).toEqual([201, null]);
  });

  it('returns 404 for foreign objects before it reads the key', async () => {
    const account = await ledger().openAccount({ credit: 100 });
    const { body } = await account.create({ type: 'payment', amount: 5 });
    const path = `/v1/transactions/${body.id}`;
    const options = { idempotencyKey: 'key' };
    expect((await account.call('DELETE', path, options)).status).toBe(200);
    const stranger = (await ledger().openAccount()).owner;
    const reply = await account.call('DELETE', path, { ...options, caller: stranger });
    expect([reply.status, reply.headers.get(REPLAYED)]).toEqual([404, null]);
  });

  it('is one key for all callers of an account, and a separate one for each account', async () => {
    const account = await ledger().openAccount();
    const body = { type: 'credit', amount: 5 };
    const first = await account.create(body, 'key');
    const whole = { ...body, account_id: account.publicId, currency: 'USD' };
    for (const caller of [
      admin,
      { accountId: account.id, scopes: ['transactions:write' as const] },
    ]) {
      const again = await account.call('POST', '/v1/transactions', {
        caller,
        body: whole,
        idempotencyKey: 'key',
      });
      expect(again.body).toEqual(first.body);
    }
    const other = await ledger().openAccount();
    const reply = await other.create({ ...body, amount: 6 }, 'key');
    expect([reply.status, reply.headers.get(REPLAYED)]).toEqual([201, null]);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('returns 400 for %j', async (idempotencyKey) => {
    const account = await ledger().openAccount();
    const { status, body } = await account.call('POST', '/v1/transactions', {
      body: { account_id: account.publicId, type: 'credit', amount: 5, currency: 'USD' },
      headers: { 'Idempotency-Key': Buffer.from(idempotencyKey).toString('latin1') },
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(await account.balance()).toMatchObject({ available: 0 });
  });

  it('accepts 255 visible characters', async () => {
    const account = await ledger().openAccount();
    const key = `!"#'\\%~${'k'.repeat(248)}`;
    const first = await account.create({ type: 'credit', amount: 5 }, key);
    const again = await account.create({ type: 'credit', amount: 5 }, key);
    expect([first.status, again.body]).toEqual([201, first.body]);
  });

  it('sent 50 times at once has one effect and one response', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => account.create({ type: 'payment', amount: 30 }, 'key')),
    );
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.every(({ status }) => status === 201)).toBe(true);
    expect(replies.filter(({ headers }) => headers.get(REPLAYED) === null).length).toBe(1);
    expect(await account.balance()).toMatchObject({ available: 970, held: 30 });
  });

  it('sent 50 times at once with two contents has one effect, 422 for the others', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        account.create({ type: 'payment', amount: 30 + (index % 2) }, 'key'),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(25).fill(201), ...Array(25).fill(422)]);
    expect(await transactionsOf(account)).toBe(2);
  });

  it('is remembered across midnight', async () => {
    const account = await ledger().openAccount();
    const first = await account.create({ type: 'credit', amount: 5 }, 'key');
    // Simulates a request of the previous day.
    await ledger().superuser.query(
      `create table replies_yesterday partition of replies
         for values from (current_date - 1) to (current_date)`,
    );
    await ledger().superuser.query('update replies set day = day - 1 where account_id = $1', [
      account.id,
    ]);
    const again = await account.create({ type: 'credit', amount: 5 }, 'key');
    expect(again.body).toEqual(first.body);
    expect(await account.balance()).toMatchObject({ available: 5 });
  });
});
