import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { connectCharges } from './charges-caller.ts';
import { payBy, visit } from './payment-page.ts';
import { startLedger, type TestAccount, type TestLedger } from './start-ledger.ts';

let ledger: TestLedger;
let billing: ReturnType<typeof connectCharges>;
beforeAll(async () => {
  ledger = await startLedger({ withProcessors: true });
  billing = connectCharges(ledger);
});
afterAll(async () => {
  billing.close();
  expect(await audit(ledger.superuser)).toEqual([]);
  await ledger.stop();
});

const context = { requestId: 'test', timeoutMs: 60_000 };
const DECLINES_LATER = '4000000000000341';

const fieldsOf = ({ id }: TestAccount, amount: number, key: string, savesFor: string) => ({
  ...{ accountId: id, amount, currency: 'USD', key, savesFor },
  customerEmail: 'grace@example.com',
  reference: 'invoice 1',
  metadata: '{}',
  expiresAt: '',
});

/** An account whose customer has paid an invoice of 500 on its page. */
async function withSavedCard(card?: string) {
  const account = await ledger.openAccount();
  const customer = newId();
  const first = await billing.requestPayment(fieldsOf(account, 500, 'first', customer), context);
  const page = await visit(ledger, first.paymentUrl);
  await payBy(ledger, first.paymentUrl, card);
  const charge = (amount: number, key: string) =>
    billing.chargeSavedCard(fieldsOf(account, amount, key, customer), context);
  const available = async () => (await account.balance()).available;
  return { account, customer, page, charge, available };
}

it('is announced on the page, and charged once per key, for repeated and concurrent calls', async () => {
  const { account, page, charge, available } = await withSavedCard();
  expect(page.text).toContain('This card will be saved');
  const first = await charge(300, 'a');
  expect(first).toMatchObject({ paymentUrl: '', declineReason: '' });
  const again = await Promise.all(
    // Concurrent calls retry until the pending one has an outcome.
    Array.from({ length: 8 }, () => eventually(() => charge(300, 'a'))),
  );
  expect(again).toEqual(again.map(() => first));
  await Promise.all(Array.from({ length: 5 }, () => eventually(() => charge(200, 'b'))));
  expect(await available()).toBe(1_000);
  const { body } = await account.call('GET', '/v1/transactions?type=credit');
  expect(body.data.map(({ amount }: { amount: number }) => amount)).toEqual([200, 300, 500]);
});

it('is not saved without an announcement, nor for another customer', async () => {
  const { account } = await withSavedCard();
  const other = await ledger.openAccount();
  const plain = await billing.requestPayment(fieldsOf(other, 500, 'plain', ''), context);
  expect((await visit(ledger, plain.paymentUrl)).text).not.toContain('saved');
  await payBy(ledger, plain.paymentUrl);
  for (const fields of [fieldsOf(account, 1, 'c', newId()), fieldsOf(other, 1, 'c', '')])
    await expect(billing.chargeSavedCard(fields, context)).rejects.toMatchObject({
      code: 'not_found',
    });
});

it('shows when a page expires, unless that is as late as the end of its invoice', async () => {
  const account = await ledger.openAccount();
  const openUntil = async (key: string, expiresAt: string) => {
    const fields = { ...fieldsOf(account, 500, key, ''), expiresAt };
    const { paymentUrl } = await billing.requestPayment(fields, context);
    return (await visit(ledger, paymentUrl)).text.includes('This link is valid until');
  };
  const later = new Date();
  later.setUTCFullYear(later.getUTCFullYear() + 10);
  expect(await openUntil('a week', '')).toBe(true);
  expect(await openUntil('ten years', later.toISOString())).toBe(false);
});

it('leaves a payable page when it declines, until the fifth time', async () => {
  const { charge, available } = await withSavedCard(DECLINES_LATER);
  const declined = await charge(300, 'a');
  expect(declined).toMatchObject({
    paymentUrl: expect.stringContaining('/pay/'),
    transactionId: '',
    declineReason: 'The card was declined: The bank gave no reason.',
  });
  await payBy(ledger, declined.paymentUrl);
  expect(await charge(300, 'a')).toMatchObject({ transactionId: expect.any(String) });
  expect(await available()).toBe(800);

  const { charge: chargeInVain } = await withSavedCard(DECLINES_LATER);
  for (let attempt = 1; attempt < 5; attempt += 1)
    expect((await chargeInVain(300, 'a')).paymentUrl).not.toBe('');
  expect((await chargeInVain(300, 'a')).paymentUrl).toBe('');
  expect(await chargeInVain(300, 'a')).toMatchObject({
    paymentUrl: '',
    transactionId: '',
    declineReason: 'The card was declined too often.',
  });
});

it('is the most recently used card', async () => {
  const { account, customer, charge } = await withSavedCard(DECLINES_LATER);
  const next = await billing.requestPayment(fieldsOf(account, 500, 'next', customer), context);
  await payBy(ledger, next.paymentUrl);
  expect(await charge(300, 'a')).toMatchObject({ declineReason: '' });
});
