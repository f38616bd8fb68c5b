import { type EventType, eventCatalogue, eventSchema, parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  expect(await audit(ledger.superuser)).toEqual([]);
  await ledger.stop();
});

async function eventsOf(account: TestAccount) {
  const { rows } = await ledger.superuser.query(
    `select body, published_at from outbox
      where body::json->>'account_id' = $1 and type like 'transaction.%' order by position`,
    [account.id],
  );
  return rows.map(({ body, published_at }) => ({
    ...eventSchema.parse(JSON.parse(body)),
    isPublished: published_at !== null,
  }));
}

it('publishes every change of a transaction once, in order', async () => {
  const account = await ledger.openAccount({ credit: 100 });
  const { body: payment } = await account.create({ type: 'payment', amount: 60 }, 'pay');
  const path = `/v1/transactions/${payment.id}`;
  await account.call('PATCH', path, { body: { reference: 'order 1' } });
  await account.call('PATCH', path, { body: { reference: 'order 1' } });
  await account.call('POST', `${path}/capture`, { body: { amount: 50 }, idempotencyKey: 'take' });
  await account.call('POST', `${path}/capture`, { body: { amount: 50 }, idempotencyKey: 'take' });
  await account.call('DELETE', path);
  const { body: refund } = await account.create({
    type: 'refund',
    amount: 20,
    refund_of_id: payment.id,
  });
  expect((await account.create({ type: 'refund', amount: 99 })).status).toBe(402);
  const { body: hold } = await account.create({ type: 'payment', amount: 5 });
  await account.call('DELETE', `/v1/transactions/${hold.id}`);

  const events = (await eventsOf(account)).slice(1); // The first is the credit.
  const uuid = (id: string) => parsePublicId('transaction', id);
  expect(
    events.map(({ type, aggregate_id, aggregate_sequence }) => [
      type,
      aggregate_id,
      aggregate_sequence,
    ]),
  ).toEqual([
    ['transaction.created', uuid(payment.id), 1],
    ['transaction.updated', uuid(payment.id), 2],
    ['transaction.succeeded', uuid(payment.id), 3],
    ['transaction.created', uuid(refund.id), 1],
    ['transaction.updated', uuid(payment.id), 4],
    ['transaction.created', uuid(hold.id), 1],
    ['transaction.canceled', uuid(hold.id), 2],
  ]);
  expect(events.map(({ request }) => request.idempotency_key)).toEqual([
    'pay',
    null,
    'take',
    ...Array(4).fill(null),
  ]);
  expect(new Set(events.map(({ request }) => request.id)).size).toBe(6);
  expect(events[2]?.data.previous).toMatchObject({ status: 'pending', captured_amount: null });
  for (const { type, data } of events)
    eventCatalogue[type as EventType].strict().parse(data.object);

  await eventually(async () => {
    const published = (await eventsOf(account)).map(({ isPublished }) => isPublished);
    expect(published).toEqual(Array(8).fill(true));
  });
});

it('publishes the same fields that clients read', async () => {
  const account = await ledger.openAccount();
  const { body } = await account.create({ type: 'credit', amount: 5, metadata: { z: 1, a: 2 } });
  const [event] = await eventsOf(account);
  const read = await account.call('GET', `/v1/transactions/${body.id}`);
  expect(JSON.stringify(event?.data.object)).toBe(JSON.stringify(read.body));
});
