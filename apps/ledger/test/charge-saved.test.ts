import { newId, toPublicId } from '@florin/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { connectCharges } from './charges-caller.ts';
import { payBy } from './payment-page.ts';
import { type ProcessorsNeighbour, startProcessors } from './processors-neighbour.ts';
import { startLedger, type TestLedger } from './start-ledger.ts';

let processors: ProcessorsNeighbour;
let ledger: TestLedger;
let billing: ReturnType<typeof connectCharges>;
beforeAll(async () => {
  processors = await startProcessors();
  ledger = await startLedger({ processors });
  billing = connectCharges(ledger);
});
afterAll(async () => {
  billing.close();
  expect(await audit(ledger.superuser)).toEqual([]);
  await ledger.stop();
  await processors.stop();
});

const context = { requestId: 'test', timeoutMs: 60_000 };
const DECLINES_LATER = '4000000000000341';

/** An account whose customer saved a card by paying 500 on a page. */
async function withSavedCard(card?: string) {
  const account = await ledger.openAccount();
  const customerId = toPublicId('customer', newId());
  const fields = {
    ...{ accountId: account.id, amount: 500, currency: 'USD', key: 'first' },
    ...{ savesFor: customerId, customerEmail: 'grace@example.com', customerId },
    ...{ reference: 'invoice 1', metadata: '{}', expiresAt: '' },
  };
  const { paymentUrl } = await billing.requestPayment(fields, context);
  await payBy(ledger, paymentUrl, card);
  const charge = (more: object = {}, idempotencyKey?: string) =>
    account.call('POST', '/v1/payments', {
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      body: {
        ...{ account_id: account.publicId, amount: 300, currency: 'USD' },
        ...{ customer_email: 'grace@example.com', customer_id: customerId, ...more },
      },
    });
  const available = async () => (await account.balance()).available;
  return { account, customerId, charge, available };
}

it('charges a customer’s default method at once, once per key', async () => {
  const { customerId, charge, available } = await withSavedCard();
  const first = await charge({}, 'once');
  expect(first).toMatchObject({
    status: 201,
    body: {
      ...{ status: 'succeeded', customer_id: customerId, decline_code: null },
      transaction_id: expect.stringMatching(/^txn_/),
    },
  });
  const again = await Promise.all(Array.from({ length: 5 }, () => charge({}, 'once')));
  expect(again.map(({ body }) => [body.id, body.status])).toEqual(
    again.map(() => [first.body.id, 'succeeded']),
  );
  expect(await available()).toBe(800);
});

it('GET /v1/payments?customer_id= lists the payments of one customer, page by page', async () => {
  const { account, customerId, charge } = await withSavedCard();
  const request = (key: string, customer: object) =>
    billing.requestPayment(
      {
        ...{ accountId: account.id, amount: 500, currency: 'USD', key, reference: key },
        ...{ customerEmail: 'grace@example.com', metadata: '{}', expiresAt: '', ...customer },
      },
      context,
    );
  await request('other', { customerId: toPublicId('customer', newId()) });
  // Earlier releases store the customer only where a card is saved.
  await request('older', { customerId: '', savesFor: customerId });
  const [third, fourth] = [(await charge()).body, (await charge()).body];
  const list = async (query: string) => {
    const { body } = await account.call('GET', `/v1/payments?customer_id=${query}`);
    return [body.data.map(({ reference, id }: typeof third) => reference ?? id), body.has_more];
  };
  expect(await list(`${customerId}&limit=2`)).toEqual([[fourth.id, third.id], true]);
  const after = `${customerId}&starting_after=${third.id}`;
  expect(await list(after)).toEqual([['older', 'invoice 1'], false]);
  for (const unknown of [toPublicId('customer', newId()), 'user-7'])
    expect(await list(unknown)).toEqual([[], false]);
});

it('leaves a declined charge to the page, and never charges again for the same key', async () => {
  const { charge, available, account } = await withSavedCard(DECLINES_LATER);
  const declined = await charge({}, 'once');
  expect(declined).toMatchObject({
    status: 201,
    body: { status: 'pending', decline_code: 'generic_decline' },
  });
  const { body: again } = await charge({}, 'once');
  expect(again).toMatchObject({ id: declined.body.id, status: 'pending' });
  const attempts = await account.call('GET', `/v1/payments/${again.id}/attempts`);
  expect(attempts.body.data).toHaveLength(1);
  await payBy(ledger, declined.body.payment_url);
  expect((await charge({}, 'once')).body.status).toBe('succeeded');
  expect(await available()).toBe(800);
});

it('repeats its response after the method was removed', async () => {
  const { account, charge, available } = await withSavedCard();
  const first = await charge({}, 'once');
  await processors.query('update payment_methods set removed_at = now() where account_id = $1', [
    account.id,
  ]);
  expect((await charge({}, 'another')).body.error).toBe('invalid_request');
  expect((await charge({}, 'once')).body).toMatchObject({
    ...{ id: first.body.id, status: 'succeeded' },
  });
  expect(await available()).toBe(800);
});

it.each([
  [{ payment_method_id: toPublicId('paymentMethod', newId()) }, /^payment_method_id: the customer/],
  [
    { customer_id: toPublicId('customer', newId()) },
    /^customer_id: this customer has no payment method/,
  ],
  [
    { customer_id: null, payment_method_id: toPublicId('paymentMethod', newId()) },
    /^customer_id: is required/,
  ],
  [{ customer_id: 'user-7' }, /^customer_id: must be a customer id/],
])('creates no payment for %j', async (fields, message) => {
  const { charge, account } = await withSavedCard();
  const { status, body } = await charge(fields);
  expect([status, body.error]).toEqual([400, 'invalid_request']);
  expect(body.message).toMatch(message);
  expect((await account.call('GET', '/v1/payments')).body.data).toHaveLength(1);
});

it('charges no method of a customer of another account', async () => {
  const [{ customerId }, other] = [await withSavedCard(), await withSavedCard()];
  const { status, body } = await other.charge({ customer_id: customerId });
  expect([status, body.error]).toEqual([400, 'invalid_request']);
  expect(await other.available()).toBe(500);
});
