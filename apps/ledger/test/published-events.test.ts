import { unlikeCatalogue } from '@florin/contract-tests';
import { eventCatalogue } from '@florin/contracts';
import { expect, it } from 'vitest';
import { requestPayment } from './payment-builders.ts';
import { payBy } from './payment-page.ts';
import { startLedger } from './start-ledger.ts';

const DECLINED = '4000000000000002';
const DECLINES_MAX = 5;

it('publishes every event in the shape of the catalogue', async () => {
  const ledger = await startLedger({ withProcessors: true });
  const account = await ledger.openAccount({ credit: 1_000 });
  const request = async () => (await requestPayment(account, { metadata: { order: 1 } })).body;
  try {
    await payBy(ledger, (await request()).payment_url);
    const { payment_url } = await request();
    for (let tries = 0; tries < DECLINES_MAX; tries += 1)
      await payBy(ledger, payment_url, DECLINED);
    await account.call('POST', `/v1/payments/${(await request()).id}/cancel`);
    const taken = await account.settled(100);
    await account.create({ type: 'refund', amount: 40, refund_of_id: taken });
    const { body } = await account.create({ type: 'payment', amount: 5, capture: 'manual' });
    await account.call('PATCH', `/v1/transactions/${body.id}`, { body: { reference: 'order 1' } });
    await account.call('DELETE', `/v1/transactions/${body.id}`);

    const { rows } = await ledger.superuser.query('select type, body from outbox');
    const missing = Object.keys(eventCatalogue).filter(
      (type) => /^(transaction|payment)\./.test(type) && !rows.some((row) => row.type === type),
    );
    // A hold fails only after seven days without a capture.
    expect(missing).toEqual(['transaction.failed']);
    expect(unlikeCatalogue(rows.map((row) => row.body))).toEqual([]);
  } finally {
    await ledger.stop();
  }
});
