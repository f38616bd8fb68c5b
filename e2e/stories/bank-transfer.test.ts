import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { browse, openPage } from '../contract/pay.ts';
import { newOwner } from '../contract/people.ts';
import { statementWith } from '../contract/prepare/bank-statements.ts';
import { logInAdmin, requestPayment } from '../contract/world.ts';
import { proveBooks } from '../prove-books.ts';

const AMOUNT = 12_900;

/** A customer who has chosen to pay by bank transfer. */
async function transferring() {
  const owner = await newOwner({ settings: { currency: 'EUR' } });
  const { id, payment_url } = await requestPayment(owner, { currency: 'EUR', amount: AMOUNT });
  const url = String(payment_url);
  const press = (fields: Record<string, string>) =>
    browse(url, { method: 'POST', body: new URLSearchParams(fields) });
  expect((await openPage(url)).body).toContain('Pay €129.00 by bank transfer');
  await press({ processor: 'bank_transfer' });
  const page = (await openPage(url)).body;
  const [, printed = ''] = /<code>(RF[A-Z0-9 ]+)<\/code>/.exec(page) ?? [];
  const balance = async () => (await owner.call('GET', '/v1/account/balance')).body.available;
  return { owner, id, url, page, press, balance, reference: printed };
}

async function send(text: string, amount: number) {
  const admin = await logInAdmin();
  const { body } = await admin.call('POST', '/v1/bank_statements', {
    body: statementWith(text, amount),
  });
  return body.statements[0];
}

it('a customer transfers the money, and the request is paid by the bank statement', async () => {
  const { owner, id, url, page, balance, reference } = await transferring();
  expect(page).toContain('DE89 3704 0044 0532 0130 00');
  expect(page).toContain('<svg');
  expect(await send(`invoice ${reference}`, AMOUNT)).toMatchObject({ matched_count: 1 });
  await eventually(async () => {
    expect((await owner.call('GET', `/v1/payments/${id}`)).body.status).toBe('succeeded');
    expect(await balance()).toBe(AMOUNT);
  });
  expect((await openPage(url)).body).toContain('This is your receipt');
});

it('a customer who pays in another way pays once, and a late transfer is left to the operator', async () => {
  const { owner, id, url, press, balance, reference } = await transferring();
  await press({ instead: 'yes' });
  expect((await openPage(url)).body).toContain('by bank transfer');
  await press({ card_number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'Ada' });
  await eventually(async () =>
    expect((await owner.call('GET', `/v1/payments/${id}`)).body.status).toBe('succeeded'),
  );
  expect(await send(`late ${reference}`, AMOUNT)).toMatchObject({ unmatched_count: 1 });
  expect(await balance()).toBe(AMOUNT);
});

it('the books balance', async () => {
  await proveBooks();
});
