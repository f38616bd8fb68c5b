import { type DomainEvent, newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { changeRecurring, movedIn, recurringIn } from './reports.ts';

const ACCOUNT = newId();

function eventOf(
  type: string,
  object: object,
  day = '2026-01-31',
  accountId = ACCOUNT,
): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: `${day}T23:59:59.999Z`, account_id: accountId },
    ...{ aggregate_id: newId(), aggregate_sequence: 1 },
    data: { object: { object: type.split('.')[0], currency: 'EUR', ...object } },
    request: { id: null, idempotency_key: null },
  };
}
const settled = (type: string, amount: number, more = {}) =>
  eventOf('transaction.succeeded', { type, status: 'succeeded', amount, ...more });

it('sums what came in and went out, by day and currency', () => {
  const days = movedIn([
    eventOf('transaction.created', { type: 'credit', status: 'succeeded', amount: 500 }),
    settled('credit', 300),
    settled('payment', 200, { captured_amount: 150 }),
    settled('refund', 100),
    eventOf('transaction.created', { type: 'payment', status: 'pending', amount: 70 }),
    eventOf('transaction.updated', { type: 'credit', status: 'succeeded', amount: 70 }),
    eventOf('payment.failed', { amount: 9 }),
    eventOf('customer.created', { amount: 9 }),
    eventOf('transaction.succeeded', { type: 'credit', status: 'succeeded', amount: 'many' }),
  ]);
  expect(days).toEqual([
    {
      ...{ accountId: ACCOUNT, day: '2026-01-31', currency: 'EUR' },
      ...{ moneyIn: 800n, moneyOut: 150n, transactionsIn: 2n, transactionsOut: 1n },
      failedPayments: 1n,
    },
  ]);
  const two = [settled('credit', 1), eventOf('payment.failed', { amount: 1 }, '2026-01-30')];
  expect(movedIn(two).map(({ day }) => day)).toEqual(['2026-01-30', '2026-01-31']);
});

it('takes MRR of a subscription from its event', () => {
  const seller = newId();
  const one = (mrr: unknown) =>
    eventOf('subscription.updated', { account_id: toPublicId('account', seller), mrr });
  const found = recurringIn([0, 1_000, undefined, -1].map(one));
  expect(found.map(({ amount }) => amount)).toEqual([0n, 1_000n]);
  expect(found[0]?.accountId).toBe(seller);
});

it('computes the change of recurring revenue on a day, in any order of events', () => {
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
