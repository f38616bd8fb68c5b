import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { CARDS, pay } from '../contract/pay.ts';
import { must, newOwner } from '../contract/people.ts';
import { record } from '../contract/world.ts';

const CREDIT = 50_000;

/** An invoice whose payment the customer disputes with their bank. */
async function disputed() {
  const owner = await newOwner();
  await record(owner, { type: 'credit', amount: CREDIT });
  const customer = await must(() =>
    owner.call('POST', '/v1/customers', { body: { email: 'ada@example.com' } }),
  );
  const lines = [{ description: 'Consulting', unit_amount: 10_000 }];
  const draft = await must(() =>
    owner.call('POST', '/v1/invoices', { body: { customer_id: customer.id, lines } }),
  );
  const invoice = await must(() => owner.call('POST', `/v1/invoices/${draft.id}/send`));
  await pay(invoice.payment_url, CARDS.disputed);
  const dispute = await eventually(async () => {
    const { data } = await must(() => owner.call('GET', '/v1/disputes'));
    const { status } = await must(() => owner.call('GET', `/v1/invoices/${invoice.id}`));
    if (!data[0] || status !== 'paid') throw new Error('it is not paid and disputed yet');
    return data[0];
  });
  return { owner, invoice, dispute };
}

it.each([
  ['winning_evidence', 'won', [201]],
  ['losing_evidence', 'lost', [409]],
] as const)(
  'no path refunds a disputed payment until the dispute is won: %s',
  async (text, end, then) => {
    const { owner, invoice, dispute } = await disputed();
    const available = async () => (await owner.call('GET', '/v1/account/balance')).body.available;
    // The processor withdraws the disputed amount: only the credit remains.
    await eventually(async () => expect(await available()).toBe(CREDIT));
    const creditNote = { invoice_id: invoice.id, amount: 100, credit_to: 'card' };
    const refund = { amount: 100 };
    const doors = {
      payment: () =>
        owner.call('POST', `/v1/payments/${dispute.payment_id}/refund`, { body: refund }),
      invoice: () => owner.call('POST', `/v1/invoices/${invoice.id}/refund`, { body: refund }),
      'credit note': () => owner.call('POST', '/v1/credit_notes', { body: creditNote }),
    };
    // Billing receives the dispute as an event.
    await eventually(async () => {
      const paid = await must(() => owner.call('GET', `/v1/invoices/${invoice.id}`));
      expect(paid.amount_disputed).toBe(10_000);
    });
    for (const [door, ask] of Object.entries(doors)) {
      const { status, body } = await ask();
      expect([status, body.error], door).toEqual([409, 'conflict']);
      expect(body.message, door).toContain(dispute.id);
    }
    expect((await must(() => owner.call('GET', '/v1/credit_notes'))).data).toEqual([]);
    expect(await available()).toBe(CREDIT);
    await must(() => owner.call('POST', `/v1/disputes/${dispute.id}/evidence`, { body: { text } }));
    await eventually(async () => {
      const { status } = await must(() => owner.call('GET', `/v1/disputes/${dispute.id}`));
      expect(status).toBe(end);
    });
    const isWon = end === 'won';
    const payment = await must(() => owner.call('GET', `/v1/payments/${dispute.payment_id}`));
    const { customer_id } = dispute;
    expect(customer_id).toBe(invoice.customer_id);
    expect(payment).toMatchObject({
      ...{ customer_id, invoice_id: invoice.id, amount_refunded: 0 },
      amount_disputed: isWon ? 0 : 10_000,
    });
    await eventually(async () => {
      const decided = await must(() => owner.call('GET', `/v1/invoices/${invoice.id}`));
      expect(decided.amount_disputed).toBe(isWon ? 0 : 10_000);
    });
    for (const [door, ask] of Object.entries(doors))
      expect([(await ask()).status], door).toEqual(then);
    const after = await must(() => owner.call('GET', `/v1/payments/${dispute.payment_id}`));
    expect(after.amount_refunded).toBe(isWon ? 300 : 0);
  },
);
