import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectCharges } from './charges-caller.ts';
import { requestPayment } from './payment-builders.ts';
import { payBy } from './payment-page.ts';
import { type ProcessorsNeighbour, startProcessors } from './processors-neighbour.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

const DISPUTED = '4000000000000259';
const context = { requestId: 'test', timeoutMs: 60_000 };

let processors: ProcessorsNeighbour;
let ledger: TestLedger;
let account: TestAccount;
beforeAll(async () => {
  processors = await startProcessors();
  ledger = await startLedger({ processors });
  account = await ledger.openAccount();
});
afterAll(async () => {
  await ledger.stop();
  await processors.stop();
});

const read = async (id: string) => (await account.call('GET', `/v1/payments/${id}`)).body;

it('names the customer and the invoice of a payment requested by billing, and of no other', async () => {
  const billing = connectCharges(ledger);
  const [customer_id, invoice_id] = [
    toPublicId('customer', newId()),
    toPublicId('invoice', newId()),
  ];
  const asked = {
    ...{ accountId: account.id, amount: 1_000, currency: 'USD', customerId: customer_id },
    ...{ customerEmail: 'grace@example.com', reference: invoice_id, savesFor: '', expiresAt: '' },
    metadata: JSON.stringify({ invoice_id }),
  };
  const { paymentId } = await billing.requestPayment({ ...asked, key: 'a' }, context);
  expect(await read(toPublicId('paymentRequest', paymentId))).toMatchObject({
    ...{ customer_id, invoice_id, amount_refunded: 0, amount_disputed: 0 },
  });
  // Requests of earlier releases name the customer only if they save a card.
  const older = { ...asked, customerId: '', savesFor: customer_id, key: 'b' };
  const { paymentId: olderId } = await billing.requestPayment(older, context);
  expect((await read(toPublicId('paymentRequest', olderId))).customer_id).toBe(customer_id);
  billing.close();
  const claimed = await requestPayment(account, { metadata: { invoice_id } });
  expect(claimed.body).toMatchObject({ customer_id: null, invoice_id: null, amount_refunded: 0 });
});

it('shows the disputed amount of a payment, and null while processors do not answer', async () => {
  const { body: made } = await requestPayment(account);
  await payBy(ledger, made.payment_url, DISPUTED);
  await eventually(async () =>
    expect(await read(made.id)).toMatchObject({
      ...{ status: 'succeeded', amount_refunded: 0, amount_disputed: 1_000 },
    }),
  );
  const list = async () => (await account.call('GET', '/v1/payments?limit=1')).body.data;
  await eventually(async () => expect(await list()).toEqual([await read(made.id)]));
  await processors.kill();
  expect(await list()).toMatchObject([
    { id: made.id, amount_refunded: null, amount_disputed: null },
  ]);
});
