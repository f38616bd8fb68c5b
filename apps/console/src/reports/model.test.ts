import { type DomainEvent, newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { changeRecurring, monthlyOf, movedIn, recurringIn } from './model.ts';

const ACCOUNT = newId();

function told(type: string, object: object, day = '2026-01-31', accountId = ACCOUNT): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: `${day}T23:59:59.999Z`, account_id: accountId },
    ...{ aggregate_id: newId(), aggregate_sequence: 1 },
    data: { object: { object: type.split('.')[0], currency: 'EUR', ...object } },
    request: { id: null, idempotency_key: null },
  };
}
const settled = (type: string, amount: number, more = {}) =>
  told('transaction.succeeded', { type, status: 'succeeded', amount, ...more });

it.each([
  [1_000, 'month', 1, 1_000n],
  [12_000, 'year', 1, 1_000n],
  [3_000, 'month', 3, 1_000n],
  [100, 'week', 1, 433n],
  [100, 'day', 1, 3_042n],
  [1, 'year', 1, 0n],
  [6, 'year', 1, 1n],
  [Number.MAX_SAFE_INTEGER, 'day', 1, 273_965_000_000_000_000n + 8_012_482_494n],
  [1_000, 'fortnight', 1, 0n],
  [1_000, 'month', 0, 0n],
])('%d of every %s × %d come to %d a month', (amount, interval, count, expected) => {
  const monthly = monthlyOf(amount, interval, count);
  const isHuge = amount === Number.MAX_SAFE_INTEGER;
  expect(isHuge ? (monthly * 12n) / 365n : monthly).toBe(isHuge ? BigInt(amount) : expected);
});

it('sums what came in and went out, by day and currency', () => {
  const days = movedIn([
    told('transaction.created', { type: 'credit', status: 'succeeded', amount: 500 }),
    settled('credit', 300),
    settled('payment', 200, { captured_amount: 150 }),
    settled('refund', 100),
    told('transaction.created', { type: 'payment', status: 'pending', amount: 70 }),
    told('transaction.updated', { type: 'credit', status: 'succeeded', amount: 70 }),
    told('payment.failed', { amount: 9 }),
    told('customer.created', { amount: 9 }),
    told('transaction.succeeded', { type: 'credit', status: 'succeeded', amount: 'many' }),
  ]);
  expect(days).toEqual([
    {
      ...{ accountId: ACCOUNT, day: '2026-01-31', currency: 'EUR' },
      ...{ moneyIn: 800n, moneyOut: 150n, transactionsIn: 2n, transactionsOut: 1n },
      failedPayments: 1n,
    },
  ]);
  const two = [settled('credit', 1), told('payment.failed', { amount: 1 }, '2026-01-30')];
  expect(movedIn(two).map(({ day }) => day)).toEqual(['2026-01-30', '2026-01-31']);
});

it('counts a subscription while it is charged for', () => {
  const seller = newId();
  const one = (status: string) =>
    told('subscription.updated', {
      ...{ account_id: toPublicId('account', seller), status },
      ...{ amount: 12_000, interval: 'year', interval_count: 1 },
    });
  const found = recurringIn(['trialing', 'active', 'past_due', 'paused', 'canceled'].map(one));
  expect(found.map(({ amount }) => amount)).toEqual([0n, 1_000n, 1_000n, 0n, 0n]);
  expect(found[0]?.accountId).toBe(seller);
});

it('says by how much a day changes what recurs, whatever came before', () => {
  const [subscriptionId, accountId] = [newId(), newId()];
  const at = (sequence: number, amount: bigint, currency = 'EUR', day = '2026-01-31') => ({
    ...{ subscriptionId, accountId, sequence, amount, currency, day },
  });
  const { newest, changes } = changeRecurring(new Map(), [
    at(1, 0n),
    at(2, 500n),
    at(4, 700n),
    at(3, 900n),
    at(5, 700n),
    at(6, 300n, 'USD', '2026-02-01'),
  ]);
  expect(newest).toMatchObject([{ sequence: 6n, amount: 300n, currency: 'USD' }]);
  expect(changes).toMatchObject([
    { day: '2026-01-31', currency: 'EUR', amount: 700n, count: 1n },
    { day: '2026-02-01', currency: 'EUR', amount: -700n, count: -1n },
    { day: '2026-02-01', currency: 'USD', amount: 300n, count: 1n },
  ]);
  const known = new Map(newest.map((one) => [one.subscriptionId, one]));
  expect(changeRecurring(known, [at(6, 1n)])).toEqual({ newest: [], changes: [] });
});
