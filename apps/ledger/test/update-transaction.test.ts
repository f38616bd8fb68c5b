import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

/** A transaction with a reference and metadata, and a function that changes it. */
async function createTransaction() {
  const account = await ledger().openAccount();
  const { body } = await account.create({
    type: 'credit',
    amount: 10,
    reference: 'order 1',
    metadata: { b: 1, a: { x: [1] } },
  });
  const path = `/v1/transactions/${body.id}`;
  return {
    account,
    path,
    read: async () => (await account.call('GET', path)).body,
    patch: (change: unknown, options = {}) =>
      account.call('PATCH', path, { body: change, ...options }),
  };
}

describe('PATCH /v1/transactions/{transaction_id}', () => {
  it('changes reference and metadata', async () => {
    const { patch, read } = await createTransaction();
    const before = await read();
    const { status, body } = await patch({
      reference: 'order 2',
      metadata: { a: null, c: { d: null }, b: 2 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      reference: 'order 2',
      metadata: { b: 2, c: { d: null } },
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(body.updated_at >= before.updated_at).toBe(true);
    expect(JSON.stringify(body.metadata)).toBe('{"b":2,"c":{"d":null}}');
    expect(await read()).toEqual(body);
  });

  it('clears both with null', async () => {
    const { patch } = await createTransaction();
    const { body } = await patch({ reference: null, metadata: null });
    expect(body).toMatchObject({ reference: null, metadata: {} });
  });

  it('treats __proto__ like any other key', async () => {
    const { patch, read } = await createTransaction();
    const { status } = await patch({ metadata: JSON.parse('{"__proto__":{"admin":true}}') });
    expect(status).toBe(200);
    expect(JSON.stringify((await read()).metadata)).toBe(
      '{"b":1,"a":{"x":[1]},"__proto__":{"admin":true}}',
    );
  });

  it.each([
    ['nothing', {}],
    ['the same', { reference: 'order 1', metadata: { b: 1 } }],
  ])('returns 200 for %s, and nothing has changed', async (_title, change) => {
    const { patch, read } = await createTransaction();
    const before = await read();
    const { status, body } = await patch(change);
    expect([status, body]).toEqual([200, before]);
    const { rowCount } = await ledger().superuser.query(
      `select from outbox where body::json->'data'->'object'->>'id' = $1`,
      [before.id],
    );
    expect(rowCount).toBe(1);
  });

  it.each([
    ['amount', { amount: 5 }],
    ['amount, as it is', { amount: 10 }],
    ['amount, as null', { amount: null }],
    ['currency', { currency: 'USD' }],
    ['type', { type: 'credit' }],
    ['amount beside what may change', { reference: 'x', amount: 10 }],
    ['amount beside an unknown status', { status: 'failed', amount: 10 }],
    ['amount beside an invalid reference', { reference: 5, amount: 10 }],
  ])('returns 409 for %s', async (_title, change) => {
    const { patch, read } = await createTransaction();
    const before = await read();
    const { status, body } = await patch(change);
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.message).toMatch(/^(amount|currency|type) cannot be changed/);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['a status', { status: 'failed' }],
    ['an id', { id: 'txn_1' }],
    ['an account', { account_id: 'acc_1' }],
    ['a time', { created_at: '2020-01-01T00:00:00Z' }],
    ['an amount by another name', { captured_amount: 1 }],
    ['a member beside a good one', { reference: 'x', nope: 1 }],
    ['a reference that is empty', { reference: '' }],
    ['a reference that is too long', { reference: 'x'.repeat(256) }],
    ['a reference that is a number', { reference: 1 }],
    ['metadata that is a list', { metadata: [] }],
    ['metadata that gets too many keys', { metadata: keys(49) }],
    ['a body that is a list', []],
    ['a body that is text', 'x'],
    ['a body that is null', null],
  ])('returns 400 for %s', async (_title, change) => {
    const { patch, read } = await createTransaction();
    const before = await read();
    const { status, body } = await patch(change);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(await read()).toEqual(before);
  });

  it('ignores __proto__ and constructor as fields', async () => {
    const { patch, read } = await createTransaction();
    const before = await read();
    await patch(JSON.parse('{"__proto__":{"reference":"x","amount":1}}'));
    expect((await patch({ constructor: { reference: 'x' } })).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('returns 404 before it validates the body', async () => {
    const account = await ledger().openAccount();
    const other = await createTransaction();
    for (const path of ['/v1/transactions/txn_1', `/v1/transactions/${unknown}`, other.path]) {
      const { status, body } = await account.call('PATCH', path, { body: { amount: 1 } });
      expect([status, body.error]).toEqual([404, 'not_found']);
    }
    expect((await account.call('PATCH', other.path, { body: { nope: 1 } })).status).toBe(404);
  });

  it('requires permission to write', async () => {
    const { account, patch } = await createTransaction();
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 200],
      [{ accountId: account.id, scopes: ['transactions:write' as const] }, 200],
      [admin, 200],
      [platform, 401],
      [{ accountId: account.id, scopes: ['transactions:read' as const] }, 401],
      [{ ...account.owner, readOnly: true }, 403],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const { status } = await patch({ reference: newId() }, { caller });
      expect([caller, status]).toEqual([caller, expected]);
    }
  });
});

const unknown = toPublicId('transaction', newId());

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, index]));
}
