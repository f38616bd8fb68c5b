import { expect, it } from 'vitest';
import { recordOf, tableOf } from './show.ts';

const payment = {
  id: 'pay_1',
  object: 'payment',
  livemode: false,
  amount: 12_900,
  currency: 'EUR',
  status: 'pending',
  customer_email: 'grace@example.com',
  reference: null,
  metadata: { order: '20\u001B[2J41', lines: [] },
  created_at: '2026-01-31T09:00:00.000Z',
};

it('shows objects as a table, with money in its currency', () => {
  const yen = { ...payment, id: 'pay_22', amount: 5, currency: 'JPY', reference: 'x'.repeat(60) };
  const [titles, first, second] = tableOf([payment, yen], Number.POSITIVE_INFINITY);
  expect(titles).toMatch(/^id {6}status {3}amount {6}customer email {5}reference {2,}created at$/);
  expect(first).toMatch(/^pay_1 {3}pending {2}129\.00 EUR {2}grace@example\.com {2}- +2026-/);
  expect(second).toContain(`5 JPY       grace@example.com  ${'x'.repeat(47)}…`);
  expect(tableOf([payment], 20)).toEqual(['id     status   amou', 'pay_1  pending  129.']);
});

it('shows one object as a record, with its parts by dots', () => {
  expect(recordOf(payment)).toEqual([
    'id              pay_1',
    'object          payment',
    'livemode        false',
    'amount          129.00 EUR',
    'currency        EUR',
    'status          pending',
    'customer_email  grace@example.com',
    'reference       -',
    'metadata.order  20\\u001b[2J41',
    'metadata.lines  -',
    'created_at      2026-01-31T09:00:00.000Z',
  ]);
});

it("numbers the items of a list, in their object's currency", () => {
  const lines = [{ description: 'Tea', amount: 150, quantity: 2 }];
  expect(recordOf({ currency: 'USD', total: 150, lines, tags: ['a', 'b'] })).toEqual([
    'currency             USD',
    'total                1.50 USD',
    'lines.0.description  Tea',
    'lines.0.amount       1.50 USD',
    'lines.0.quantity     2',
    'tags                 a, b',
  ]);
});
