import { widenSchema } from '@florin/testing';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { audit } from './audit.ts';
import { requestPayment } from './payment-builders.ts';
import { payBy } from './payment-page.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger({ withProcessors: true });

/** Runs every statement of the writer on every connection of its pool. */
async function live(): Promise<readonly number[]> {
  const account = await ledger().openAccount({ credit: 1_000 });
  const payment = { type: 'payment', amount: 10, capture: 'manual' };
  const held = await account.create(payment, 'a-key');
  const captured = await account.call('POST', `/v1/transactions/${held.body.id}/capture`);
  const requests = [await requestPayment(account, {}, 'a-key'), await requestPayment(account)];
  const canceled = await account.call('POST', `/v1/payments/${requests[0]?.body.id}/cancel`);
  const page = await payBy(ledger(), requests[1]?.body.payment_url);
  await requestPayment(account);
  await account.create(payment);
  const closed = await ledger()
    .client.closeBalance({ accountId: account.id }, { requestId: 'test', timeoutMs: 5_000 })
    .then(
      () => 200,
      () => 500,
    );
  return [held, captured, ...requests, canceled, page].map(({ status }) => status).concat(closed);
}

const liveOften = () => Promise.all(Array.from({ length: 8 }, live));

it('keeps running while a newer version migrates its tables, and the books stay provable', async () => {
  const before = await liveOften();
  expect(new Set(before.flat())).toEqual(new Set([200, 201]));
  const owner = new Client({ connectionString: ledger().database.ownerUrl });
  await owner.connect();
  await owner.query(widenSchema('ledger'));
  await owner.end();
  expect(await liveOften()).toEqual(before);
  expect(ledger().errors()).toEqual([]);
  expect(await audit(ledger().superuser)).toEqual([]);
});
