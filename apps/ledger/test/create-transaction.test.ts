import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import { startLedger, type TestAccount, useAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /v1/transactions', () => {
  it('records a credit', async () => {
    const account = await ledger().openAccount();
    const { status, body } = await account.create({
      type: 'credit',
      amount: 2500,
      currency: 'usd',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^txn_[0-9a-z]{26}$/),
      object: 'transaction',
      livemode: false,
      account_id: account.publicId,
      amount: 2500,
      currency: 'USD',
      type: 'credit',
      status: 'succeeded',
      reference: null,
      metadata: {},
      created_at: instant,
    });
    expect(await account.balance()).toEqual({ available: 2500, held: 0, posted: 2500 });
  });

  it('holds a payment', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const { status, body } = await account.create({
      type: 'payment',
      amount: 400,
      reference: 'order 1',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^txn_/),
      object: 'transaction',
      livemode: false,
      account_id: account.publicId,
      amount: 400,
      currency: 'USD',
      type: 'payment',
      status: 'pending',
      reference: 'order 1',
      metadata: {},
      capture: 'automatic',
      refunded_amount: 0,
      created_at: instant,
    });
    expect(await account.balance()).toEqual({ available: 600, held: 400, posted: 1000 });
  });

  it('holds a payment for manual capture', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const { body } = await account.create({ type: 'payment', amount: 1000, capture: 'manual' });
    expect(body).toMatchObject({ status: 'pending', capture: 'manual' });
  });

  it('refunds a payment, and more of it, up to what was captured', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const refund_of_id = await account.settled(300);
    const { status, body } = await account.create({ type: 'refund', amount: 100, refund_of_id });
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: 'refund', status: 'succeeded', refund_of_id });
    expect((await account.create({ type: 'refund', amount: 200, refund_of_id })).status).toBe(201);
    const refused = await account.create({ type: 'refund', amount: 1, refund_of_id });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      error: 'invalid_request',
      message: 'amount: only 0 of this payment can still be refunded',
    });
    expect(await account.balance()).toEqual({ available: 1000, held: 0, posted: 1000 });
    const payment = await account.call('GET', `/v1/transactions/${refund_of_id}`);
    expect(payment.body).toMatchObject({ captured_amount: 300, refunded_amount: 300 });
  });

  it('returns 402 for a refund of more than is settled', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    await account.settled(300);
    const { status, body } = await account.create({ type: 'refund', amount: 301 });
    expect([status, body.error]).toEqual([402, 'insufficient_funds']);
    expect(body.message).toBe(
      'settled money is 300, this needs 301; refund less, or wait until payments have settled',
    );
    expect(await account.balance()).toEqual({ available: 700, held: 0, posted: 700 });
    expect((await account.create({ type: 'refund', amount: 300 })).body.status).toBe('succeeded');
  });

  it('returns 402 and suggests a credit if the balance is too low', async () => {
    const account = await ledger().openAccount({ credit: 999 });
    const { status, body } = await account.create({ type: 'payment', amount: 1000 });
    expect(status).toBe(402);
    expect(body).toEqual({
      error: 'insufficient_funds',
      message:
        'balance is 999, this needs 1000; record a credit first (POST /v1/transactions with type credit)',
    });
    expect(await account.balance()).toEqual({ available: 999, held: 0, posted: 999 });
  });

  it('returns 400 currency_mismatch for a currency other than the account’s', async () => {
    const account = await ledger().openAccount({ currency: 'JPY' });
    const { status, body } = await account.create({ type: 'credit', amount: 1, currency: 'KWD' });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'currency_mismatch',
      message: 'currency: the account uses JPY, but the request has KWD',
    });
  });
});

describe('amounts', () => {
  it.each([
    ['the smallest', '1', 1],
    ['the largest', '999999999999', 999_999_999_999],
    ['with an exponent', '1e2', 100],
    ['with empty decimals', '5.0', 5],
  ])('can be %s', async (_title, text, amount) => {
    const account = await ledger().openAccount();
    const { status, body } = await account.create({ type: 'credit', amount: spelled(text) });
    expect([status, body.amount]).toEqual([201, amount]);
  });

  it.each([
    '"100"',
    '1.5',
    '0',
    '-1',
    '-0',
    'null',
    'true',
    '1000000000000',
    '9007199254740992',
    '1e400',
    '1e-2',
  ])('return 400 for %s', async (text) => {
    const account = await ledger().openAccount();
    const { status, body } = await account.create({ type: 'credit', amount: spelled(text) });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(/^amount: /);
  });

  it('return 400 if there is none', async () => {
    const account = await ledger().openAccount();
    const { status, body } = await account.create({ type: 'credit' });
    expect([status, body.message.split(':')[0]]).toEqual([400, 'amount']);
  });
});

describe('invalid requests', () => {
  it.each([
    ['no account', { account_id: undefined }],
    ['an account that is not text', { account_id: 7 }],
    ['no currency', { currency: undefined }],
    ['an unknown currency', { currency: 'XXX' }],
    ['a currency with a space', { currency: 'USD ' }],
    ['no type', { type: undefined }],
    ['an unknown type', { type: 'charge' }],
    ['a reference that is empty', { reference: '' }],
    ['a reference that is too long', { reference: 'x'.repeat(256) }],
    ['a reference with NUL', { reference: 'a\0b' }],
    ['a reference with half a character', { reference: 'a\ud800b' }],
    ['a reference with a line feed', { reference: 'a\nb' }],
    ['a reference that turns around', { reference: 'a\u202eb' }],
    ['a reference that is a number', { reference: 5 }],
    ['metadata that is a list', { metadata: [] }],
    ['metadata that is text', { metadata: 'x' }],
    ['metadata with NUL', { metadata: { a: ['x\0'] } }],
    ['metadata with 51 keys', { metadata: keys(51) }],
    ['metadata of 16385 bytes', { metadata: { a: 'x'.repeat(16_385 - 8) } }],
    ['capture of a credit', { capture: 'manual' }],
    ['an unknown capture', { type: 'payment', capture: 'later' }],
    ['refund_of_id on a credit', { refund_of_id: 'txn_01jbz4d5r8e9fvw3x7n2k6m1qs' }],
    ['a refund_of_id that is not an id', { type: 'refund', refund_of_id: 'order 1' }],
    [
      'refund_of_id that names nothing',
      { type: 'refund', refund_of_id: 'txn_01jbz4d5r8e9fvw3x7n2k6m1qs' },
    ],
  ])('return 400 for %s', async (_title, change) => {
    const account = await ledger().openAccount({ credit: 1000 });
    const { status, body } = await account.create({ type: 'credit', amount: 10, ...change });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(await account.balance()).toMatchObject({ available: 1000, held: 0 });
  });

  it.each([
    [
      'a payment that is still held',
      async (account: TestAccount) =>
        (await account.create({ type: 'payment', amount: 100 })).body.id,
    ],
    [
      'a payment that was canceled',
      async (account: TestAccount) => {
        const { id } = (await account.create({ type: 'payment', amount: 100 })).body;
        await account.call('DELETE', `/v1/transactions/${id}`);
        return id;
      },
    ],
    [
      'a credit',
      async (account: TestAccount) =>
        (await account.create({ type: 'credit', amount: 100 })).body.id,
    ],
    [
      'a payment of another account',
      async () => (await ledger().openAccount({ credit: 100 })).settled(100),
    ],
  ])('return 400 for the refund of %s', async (_title, prepare) => {
    const account = await ledger().openAccount({ credit: 1000 });
    await account.settled(500);
    const refund_of_id = await prepare(account);
    const before = await account.balance();
    const { status, body } = await account.create({ type: 'refund', amount: 100, refund_of_id });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toBe('refund_of_id: must be a succeeded payment of this account');
    expect(await account.balance()).toEqual(before);
  });

  it('return 400 for unknown members, and those that clients may not set', async () => {
    const account = await ledger().openAccount();
    const { status, body } = await account.create({
      type: 'credit',
      amount: 10,
      id: 'txn_01jbz4d5r8e9fvw3x7n2k6m1qs',
      status: 'failed',
      created_at: '2020-01-01T00:00:00Z',
      captured_amount: 5,
      settlementDelayMs: 0,
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toBe(
      'unknown member settlementDelayMs: omit it; id, status, created_at and 1 more cannot be set here',
    );
  });
});

describe('reference and metadata', () => {
  it.each([
    'NULL',
    'a "quoted", {braced} and \\ back-slashed one',
    'Zoë — 東京 🚀',
    'שלום\u200f!',
    'x'.repeat(255),
  ])('keep the reference %j', async (reference) => {
    const account = await ledger().openAccount();
    const { body } = await account.create({ type: 'credit', amount: 1, reference });
    expect(body.reference).toBe(reference);
    const read = await account.call('GET', `/v1/transactions/${body.id}`);
    expect(read.body.reference).toBe(reference);
  });

  it.each(['9007199254740993', '-9007199254740992', '1e400', '3.14159265358979323846'])(
    'return 400 for metadata that would be returned changed: %s',
    async (text) => {
      const account = await ledger().openAccount();
      const metadata = { a: [{ b: spelled(text) }] };
      const { status, body } = await account.create({ type: 'credit', amount: 1, metadata });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toMatch(/^metadata\.a\.b: /);
    },
  );

  it('keep metadata byte for byte and in order', async () => {
    const metadata = {
      zulu: 1,
      alpha: [1, [2, { deep: null }], 'x'],
      '': 'empty key',
      __proto__: undefined,
      constructor: 'c',
      'sp ace "quote" \\ {brace}': 'NULL',
      emoji: '🚀\u2028\u0007',
      numbers: [0, -1, 1.5, 1e21, 123456789012345],
      no: false,
      nothing: null,
    };
    const text = JSON.stringify(metadata).replace(
      '"constructor"',
      '"__proto__":{"admin":true},"constructor"',
    );
    const account = await ledger().openAccount();
    const { status, body } = await account.create({
      type: 'credit',
      amount: 1,
      metadata: JSON.parse(text),
    });
    expect(status).toBe(201);
    expect(JSON.stringify(body.metadata)).toBe(text);
    const read = await account.call('GET', `/v1/transactions/${body.id}`);
    expect(JSON.stringify(read.body.metadata)).toBe(text);
  });

  it('accept metadata of 50 keys and 16384 bytes', async () => {
    const account = await ledger().openAccount();
    const metadata = { ...keys(49), a: '' };
    metadata.a = 'x'.repeat(16_384 - JSON.stringify(metadata).length);
    const { status, body } = await account.create({ type: 'credit', amount: 1, metadata });
    expect(status).toBe(201);
    expect(body.metadata).toEqual(metadata);
  });

  it('treat null as absent', async () => {
    const account = await ledger().openAccount();
    const { status, body } = await account.create({
      type: 'credit',
      amount: 1,
      reference: null,
      metadata: null,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ reference: null, metadata: {} });
  });
});

describe('callers', () => {
  const missing = toPublicId('account', newId());

  it.each([
    ['an account that does not exist', missing],
    ['an id of the wrong shape', 'acc_1'],
    ['an id of another kind', missing.replace('acc_', 'txn_')],
    ['an upper-case id', missing.toUpperCase()],
    ['an empty id', ''],
    ['an id with a quote', "acc_'; drop table balances"],
  ])('get 404 for %s', async (_title, account_id) => {
    const account = await ledger().openAccount();
    for (const caller of [account.owner, admin, noAccount]) {
      const body = { account_id, amount: 1, currency: 'USD', type: 'credit' };
      const reply = await ledger().call('POST', '/v1/transactions', { caller, body });
      expect([reply.status, reply.body]).toEqual([
        404,
        { error: 'not_found', message: 'there is no account with this id' },
      ]);
    }
  });

  it.each([
    ['the owner of another account', async () => (await ledger().openAccount()).owner, 404],
    ['a user without an account', async () => noAccount, 404],
    ['a platform user', async () => platform, 401],
    ['an anonymous caller', async () => ({}), 401],
  ] as const)('are refused as %s', async (_title, findCaller, expected) => {
    const account = await ledger().openAccount({ credit: 10 });
    const caller = await findCaller();
    const { status, body } = await account.call('POST', '/v1/transactions', {
      caller,
      body: { account_id: account.publicId, amount: 5, currency: 'USD', type: 'payment' },
    });
    expect([status, body.error]).toEqual([
      expected,
      expected === 404 ? 'not_found' : 'unauthorized',
    ]);
    expect(await account.balance()).toMatchObject({ available: 10 });
  });

  it('may not write as platform even in an account of their own', async () => {
    const account = await ledger().openAccount();
    const { status } = await account.call('POST', '/v1/transactions', {
      caller: { ...platform, accountId: account.id },
      body: { account_id: account.publicId, amount: 5, currency: 'USD', type: 'credit' },
    });
    expect(status).toBe(401);
  });

  it('can move money as owner, member, API key and admin', async () => {
    const account = await ledger().openAccount();
    const key = { accountId: account.id, scopes: ['transactions:write' as const] };
    for (const caller of [
      account.owner,
      { ...account.owner, role: 'member' as const },
      key,
      admin,
    ]) {
      const { status } = await account.call('POST', '/v1/transactions', {
        caller,
        body: { account_id: account.publicId, amount: 5, currency: 'USD', type: 'credit' },
      });
      expect(status).toBe(201);
    }
    expect(await account.balance()).toMatchObject({ available: 20 });
  });

  it('need the scope as an API key, and an account that is not suspended', async () => {
    const account = await ledger().openAccount();
    for (const [caller, expected] of [
      [{ accountId: account.id, scopes: ['transactions:read' as const] }, 401],
      [{ ...account.owner, readOnly: true }, 403],
    ] as const) {
      const { status } = await account.call('POST', '/v1/transactions', {
        caller,
        body: { account_id: account.publicId, amount: 5, currency: 'USD', type: 'credit' },
      });
      expect(status).toBe(expected);
    }
    expect(await account.balance()).toMatchObject({ available: 0 });
  });

  it('may neither see nor use a closed account', async () => {
    const account = await ledger().openAccount({ credit: 10 });
    await ledger().superuser.query(`update balances set status = 'closed' where account_id = $1`, [
      account.id,
    ]);
    const { status, body } = await account.create({ type: 'credit', amount: 5 });
    expect([status, body.error]).toEqual([404, 'not_found']);
  });
});

describe('LEDGER_CREDIT_BY=admin', () => {
  it('limits credits to admins', async () => {
    const strict = await startLedger({ on: ledger().database, creditBy: 'admin' });
    const { id } = await strict.openAccount();
    const account = useAccount(strict.call, id);
    const refused = await account.create({ type: 'credit', amount: 5 });
    expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized']);
    const body = { account_id: account.publicId, amount: 5, currency: 'USD', type: 'credit' };
    const allowed = await account.call('POST', '/v1/transactions', { caller: admin, body });
    expect(allowed.status).toBe(201);
    expect((await account.create({ type: 'payment', amount: 5 })).status).toBe(201);
    await strict.stop();
  });
});

function keys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, '']));
}

/** A JSON number or text as spelled in the source. */
function spelled(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
