import { newId, parsePublicId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { recordCharge } from '../src/collection/charges/record.ts';
import { bySystem } from '../src/domain/cause.ts';
import type { BillingTables } from '../src/schema.ts';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();

/** A charge recorded by a process that was presumed dead. */
async function recordLate(id: string, attempt: number): Promise<void> {
  const { db, close } = openDatabase<BillingTables>({ url: world().url, poolSizeMax: 2 }, () => {});
  const outcome = { kind: 'paid', transactionId: newId() } as const;
  await db
    .transaction()
    .execute((tx) => recordCharge(tx, id, { cause: 'period:0', attempt, outcome }, bySystem));
  await close();
}

it('makes the subscription active if money arrived after a failure was recorded', async () => {
  const shop = await openShop();
  const { body } = await shop.subscribe();
  expect(body.status).toBe('past_due');
  await recordLate(parsePublicId('subscription', body.id) ?? '', 1);
  expect((await shop.get(`/v1/subscriptions/${body.id}`)).body.status).toBe('active');
  expect((await shop.get(`/v1/invoices/${body.latest_invoice_id}`)).body.status).toBe('paid');
});

it('marks the invoice as paid even if the subscription has ended, and publishes that once', async () => {
  const shop = await openShop();
  const { body } = await shop.subscribe();
  await shop.post(`/v1/subscriptions/${body.id}/cancel`);
  const id = parsePublicId('subscription', body.id) ?? '';
  for (let times = 0; times < 2; times += 1) await recordLate(id, 1);
  expect((await shop.get(`/v1/subscriptions/${body.id}`)).body.status).toBe('canceled');
  await eventually(async () =>
    expect((await shop.get(`/v1/invoices/${body.latest_invoice_id}`)).body).toMatchObject({
      status: 'paid',
      transaction_id: expect.stringMatching(/^txn_/),
    }),
  );
  const events = await world().query(
    "select 1 from billing.outbox where type = 'invoice.paid' and aggregate_id = $1",
    [parsePublicId('invoice', body.latest_invoice_id)],
  );
  expect(events).toHaveLength(1);
});
