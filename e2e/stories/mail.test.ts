import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { CARDS, pay } from '../contract/pay.ts';
import { newOwner } from '../contract/people.ts';
import { findMail } from '../mailbox.ts';

const show = async (path: string) => (await fetch(baseUrl() + path)).text();

it('mails a payment request to a customer, and a receipt once it is paid', async () => {
  const owner = await newOwner();
  const customer_email = `grace-${owner.accountId}@example.com`;
  const body = {
    ...{ account_id: owner.accountId, amount: 100, currency: 'USD' },
    ...{ customer_email, reference: 'order 7' },
  };
  const { payment_url } = (await owner.call('POST', '/v1/payments', { body })).body;
  const asked = await findMail(customer_email);
  const mail = await show(asked);
  expect(mail).toContain(payment_url);
  expect(mail).toContain('order 7');

  expect((await pay(payment_url, CARDS.good)).status).toBe(303);
  await expect.poll(() => findMail(customer_email), { timeout: 20_000 }).not.toBe(asked);
  expect(await show(await findMail(customer_email))).toContain('Receipt');
});
