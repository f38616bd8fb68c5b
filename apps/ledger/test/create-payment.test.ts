import { newId, toPublicId } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import { requestPayment } from './payment-builders.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();
let account: TestAccount;
beforeAll(async () => {
  account = await ledger().openAccount();
});

describe('POST /v1/payments', () => {
  it('returns 201 with a pending request and the link to its page', async () => {
    const { status, body } = await requestPayment(account, {
      customer_email: ' Customer@EXAMPLE.com ',
      currency: 'usd',
      reference: 'order 7',
      metadata: { order: 7 },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^pay_/),
      object: 'payment',
      livemode: false,
      account_id: account.publicId,
      amount: 1000,
      currency: 'USD',
      status: 'pending',
      customer_email: 'customer@example.com',
      reference: 'order 7',
      metadata: { order: 7 },
      ...{ customer_id: null, invoice_id: null, decline_code: null },
      ...{ amount_refunded: 0, amount_disputed: 0 },
      expires_at: new Date(Date.parse(body.created_at) + 7 * 86_400_000).toISOString(),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      payment_url: expect.stringMatching(/^https:\/\/florin\.test\/pay\/[A-Za-z0-9_-]{43}$/),
      return_url: null,
    });
  });

  it('publishes it without its links', async () => {
    const { body } = await requestPayment(account);
    const { rows } = await ledger().superuser.query(
      `select body::json from outbox where type = 'payment.created' and body like $1`,
      [`%${body.id}%`],
    );
    const { payment_url, return_url, amount_refunded, amount_disputed, ...object } = body;
    expect(rows).toMatchObject([{ body: { data: { object }, aggregate_sequence: 1 } }]);
    expect(JSON.stringify(rows)).not.toContain(payment_url.split('/').at(-1));
  });

  it('creates unique links', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => requestPayment(account)));
    expect(new Set(made.map(({ body }) => body.payment_url)).size).toBe(20);
  });

  it.each([
    ['amount', 0],
    ['amount', '1000'],
    ['amount', 1.5],
    ['amount', 1_000_000_000_000],
    ['amount', undefined],
    ['currency', 'XXX'],
    ['currency', undefined],
    ['customer_email', 'nobody'],
    ['customer_email', undefined],
    ['reference', ''],
    ['reference', 'x'.repeat(256)],
    ['reference', 'a\0b'],
    ['metadata', []],
    ['account_id', 7],
  ])('returns 400 for %s: %j', async (field, value) => {
    const { status, body } = await requestPayment(account, { [field]: value });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toContain(field);
  });

  it("returns 400 for another currency and names the account's", async () => {
    const { status, body } = await requestPayment(account, { currency: 'EUR' });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      message: 'currency: this account uses USD, so its customers pay in USD',
    });
  });

  it.each([
    ['foreign', async () => (await ledger().openAccount()).publicId],
    ['unknown', async () => toPublicId('account', newId())],
    ['malformed', async () => 'acc_1'],
  ])('returns 404 for an account that is %s', async (_what, accountId) => {
    const { status, body } = await requestPayment(account, { account_id: await accountId() });
    expect([status, body.error]).toEqual([404, 'account_not_found']);
  });

  it('returns 404 for a closed or unknown account, for admins too', async () => {
    const closed = await ledger().openAccount();
    await ledger().client.closeBalance(
      { accountId: closed.id },
      { requestId: 'test', timeoutMs: 60_000 },
    );
    for (const id of [closed.publicId, toPublicId('account', newId())]) {
      const { status, body } = await closed.call('POST', '/v1/payments', {
        caller: admin,
        body: { account_id: id, amount: 1, currency: 'USD', customer_email: 'a@b.example' },
      });
      expect([status, body.error]).toEqual([404, 'account_not_found']);
    }
  });

  it('requires permission to write', async () => {
    for (const [caller, expected] of [
      [{ ...account.owner, role: 'member' as const }, 201],
      [{ accountId: account.id, scopes: ['payments:write' as const] }, 201],
      [admin, 201],
      [platform, 401],
      [{ accountId: account.id, scopes: ['payments:read' as const] }, 401],
      [{ ...account.owner, readOnly: true }, 403],
      [noAccount, 404],
      [{}, 401],
    ] as const) {
      const { status } = await account.call('POST', '/v1/payments', {
        caller,
        body: {
          account_id: account.publicId,
          amount: 1,
          currency: 'USD',
          customer_email: 'a@b.ch',
        },
      });
      expect([caller, status]).toEqual([caller, expected]);
    }
  });

  it('returns the same response for the same Idempotency-Key, 422 for other content', async () => {
    const both = await Promise.all([1, 2].map(() => requestPayment(account, {}, 'key')));
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(both.map(({ headers }) => headers.get('idempotent-replayed')).sort()).toEqual([
      null,
      'true',
    ]);
    const other = await requestPayment(account, { amount: 1 }, 'key');
    expect([other.status, other.body.error]).toEqual([422, 'invalid_request']);
  });

  it('fixes the account’s currency, because customers now pay in it', async () => {
    const { id: accountId, ...own } = await ledger().openAccount();
    await requestPayment({ id: accountId, ...own });
    await expect(
      ledger().client.changeCurrency(
        { accountId, currency: 'EUR' },
        { requestId: 'test', timeoutMs: 60_000 },
      ),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});
