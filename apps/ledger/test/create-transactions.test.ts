import { describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const PATH = '/v1/transactions/bulk';

describe('POST /v1/transactions/bulk', () => {
  it('returns each item’s result as if it were sent alone', async () => {
    const { publicId, call, balance } = await ledger().openAccount();
    const foreign = await ledger().openAccount();
    const common = { account_id: publicId, currency: 'USD' };
    const transactions = [
      { ...common, type: 'credit', amount: 1000 },
      { ...common, type: 'payment', amount: 400 },
      { ...common, type: 'payment', amount: 700 },
      { ...common, type: 'credit', amount: 1.5 },
      { ...common, type: 'credit', amount: 1, currency: 'EUR' },
      { ...common, type: 'credit', amount: 1, account_id: foreign.publicId },
      'nonsense',
    ];
    const { status, body } = await call('POST', PATH, { body: { transactions } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    const outcomes = body.data.map((item: { status: number; body: Record<string, unknown> }) => [
      item.status,
      item.body.error ?? item.body.status,
    ]);
    expect(outcomes).toEqual([
      [201, 'succeeded'],
      [201, 'pending'],
      [402, 'insufficient_funds'],
      [400, 'invalid_request'],
      [400, 'currency_mismatch'],
      [404, 'not_found'],
      [400, 'invalid_request'],
    ]);
    expect(await balance()).toEqual({ available: 600, held: 400, posted: 1000 });
    expect(await foreign.balance()).toEqual({ available: 0, held: 0, posted: 0 });
  });

  it('processes each item once per key', async () => {
    const { publicId, call, balance } = await ledger().openAccount();
    const item = { account_id: publicId, currency: 'USD', type: 'credit', amount: 10 };
    const body = { transactions: Array.from({ length: 100 }, () => item) };
    const first = await call('POST', PATH, { body, idempotencyKey: 'many' });
    const again = await call('POST', PATH, { body, idempotencyKey: 'many' });
    expect(again.body).toEqual(first.body);
    expect(await balance()).toMatchObject({ available: 1000 });
    expect(await audit(ledger().superuser)).toEqual([]);
  });

  it.each([
    ['no list', {}],
    ['an empty list', { transactions: [] }],
    ['more than 100', { transactions: Array.from({ length: 101 }, () => ({})) }],
    ['an object', { transactions: { 0: {} } }],
  ])('refuses %s', async (_what, body) => {
    const { call } = await ledger().openAccount();
    const answer = await call('POST', PATH, { body });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
});
