import { type DomainEvent, newId, toPublicId, type Uuid } from '@florin/contracts';
import { expect, it } from 'vitest';
import { useConsole } from './use-console.ts';

const site = useConsole();
const [ACCOUNT, OTHER] = [newId(), newId()];
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

function eventOf(
  type: string,
  object: object,
  { days = 0, accountId = ACCOUNT as Uuid, id = newId(), sequence = 1 } = {},
): DomainEvent {
  return {
    ...{ id: newId(), type, created_at: daysAgo(days), account_id: accountId },
    ...{ aggregate_id: id, aggregate_sequence: sequence },
    data: { object: { object: type.split('.')[0], currency: 'EUR', ...object } },
    request: { id: null, idempotency_key: null },
  };
}

const read = async (path: string, accountId = ACCOUNT, role = 'support' as const) => {
  const caller = { userId: newId(), sessionId: newId(), accountId, role };
  const { body } = await site.call(`/v1/reports/${path}`, { caller });
  return body as { from: string; to: string; data: Record<string, unknown>[] };
};

it('reports money in and out by day, to its account only', async () => {
  const credit = { type: 'credit', status: 'succeeded', amount: 500 };
  await site.happen(
    eventOf('transaction.created', credit),
    eventOf('transaction.created', credit, { days: 1 }),
    eventOf('transaction.created', credit, { days: 40 }),
    eventOf('transaction.created', credit, { accountId: OTHER }),
  );
  await site.happen(
    eventOf('transaction.succeeded', { ...credit, type: 'payment', captured_amount: 200 }),
    eventOf('payment.failed', { amount: 5 }),
  );
  const { from, to, data } = await read('money');
  expect([from, to]).toEqual([daysAgo(29).slice(0, 10), daysAgo(0).slice(0, 10)]);
  expect(data).toMatchObject([
    { date: daysAgo(1).slice(0, 10), money_in: 500, money_out: 0 },
    {
      ...{ date: to, currency: 'EUR', money_in: 500, money_out: 200 },
      ...{ transactions_in: 1, transactions_out: 1, failed_payments: 1 },
    },
  ]);
  expect((await read('money?days=1')).data).toHaveLength(1);
  expect((await read(`money?account_id=${toPublicId('account', OTHER)}`)).data).toEqual([]);
  const caller = {
    userId: newId(),
    sessionId: newId(),
    accountId: newId(),
    role: 'admin',
  } as const;
  const { body } = await site.call('/v1/reports/money?days=1', { caller });
  expect((body as { data: object[] }).data).toMatchObject([{ money_in: 1_000 }]);
  for (const wrong of ['days=0', 'days=367', 'days=x', 'from=2026-01-01'])
    expect((await site.call(`/v1/reports/money?${wrong}`, { caller })).status).toBe(400);
});

it('counts redelivered events once, alone or with new ones', async () => {
  const [seller, id] = [newId(), newId()];
  const of = (sequence: number, status: string) =>
    eventOf(
      sequence === 1 ? 'transaction.created' : `transaction.${status}`,
      { type: 'payment', status, amount: 300, captured_amount: 300 },
      { accountId: seller, id, sequence },
    );
  const [created, settled] = [of(1, 'pending'), of(2, 'succeeded')];
  const failed = eventOf('payment.failed', { amount: 5 }, { accountId: seller });
  await site.happen(created, failed);
  await site.happen(created, settled, failed);
  await site.happen(settled);
  const { data } = await read('money?days=1', seller);
  expect(data).toMatchObject([{ money_out: 300, transactions_out: 1, failed_payments: 1 }]);
});

it('lists the subscriptions of the sum by descending amount, page by page', async () => {
  const [seller, stranger] = [newId(), newId()];
  const amounts = [400, 1_000, 700, 700, 20];
  const of = (amount: number, more: object = {}) => ({
    ...{ account_id: toPublicId('account', seller), mrr: amount, ...more },
  });
  await site.happen(
    ...amounts.map((amount) => eventOf('subscription.created', of(amount), { accountId: seller })),
    eventOf('subscription.created', of(1_000, { currency: 'USD' })),
    eventOf('subscription.created', of(0)),
    eventOf('subscription.created', of(9_000, { account_id: toPublicId('account', stranger) })),
  );
  const path = 'recurring_revenue/subscriptions?limit=2';
  const pages: Record<string, unknown>[][] = [];
  for (let cursor = ''; pages.length < 4; ) {
    const { data } = await read(`${path}&currency=EUR${cursor}`, seller);
    pages.push(data);
    if (data.length < 2) break;
    cursor = `&starting_after=${data.at(-1)?.id}`;
  }
  const listed = pages.flat();
  expect(listed.map(({ amount }) => amount)).toEqual([1_000, 700, 700, 400, 20]);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(5);
  const sums = (await read('recurring_revenue', seller)).data;
  const all = (await read('recurring_revenue/subscriptions', seller)).data;
  for (const { currency, amount, subscriptions } of sums) {
    const parts = all.filter((part) => part.currency === currency);
    expect(parts.reduce((sum, part) => sum + Number(part.amount), 0)).toBe(amount);
    expect(parts).toHaveLength(Number(subscriptions));
  }
  expect(sums).toHaveLength(2);
  const others = (await read('recurring_revenue/subscriptions', stranger)).data;
  const caller = {
    userId: newId(),
    sessionId: newId(),
    accountId: seller,
    role: 'support' as const,
  };
  const foreign = `/v1/reports/${path}&starting_after=${others[0]?.id}`;
  expect((await site.call(foreign, { caller })).status).toBe(400);
});

it('reports recurring revenue, starting with the value before the first day', async () => {
  const seller = newId();
  const of = (mrr: number) => ({ account_id: toPublicId('account', seller), mrr });
  const id = newId();
  const common = { id, accountId: seller };
  await site.happen(
    eventOf('subscription.created', of(1_000), { ...common, days: 90, sequence: 1 }),
    eventOf('subscription.created', of(400), { accountId: seller, days: 60 }),
  );
  await site.happen(
    eventOf('subscription.updated', of(3_000), { ...common, days: 2, sequence: 2 }),
  );
  await site.happen(
    eventOf('subscription.canceled', of(0), { ...common, sequence: 4 }),
    eventOf('subscription.updated', of(9_000), { ...common, sequence: 3 }),
  );
  const { from, to, data } = await read('recurring_revenue?days=10', seller);
  expect(data).toEqual([
    { date: from, currency: 'EUR', amount: 1_400, subscriptions: 2 },
    { date: daysAgo(2).slice(0, 10), currency: 'EUR', amount: 3_400, subscriptions: 2 },
    { date: to, currency: 'EUR', amount: 400, subscriptions: 1 },
  ]);
});
