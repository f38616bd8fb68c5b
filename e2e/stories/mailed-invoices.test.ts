import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { CARDS, pay } from '../contract/pay.ts';
import { must, newOwner } from '../contract/people.ts';
import { saveCard } from '../contract/save-card.ts';
import { findMail, listMail, showMail } from '../mailbox.ts';
import { proveBooks } from '../prove-books.ts';

const lines = [{ description: 'Roses', quantity: 2, unit_amount: 5_000 }];
const automatic = { lines, collection_method: 'charge_automatically' };

/** A shop in Germany that mails its invoices, and a consumer in Germany with a saved card. */
async function openShop(card: string = CARDS.good) {
  const owner = await newOwner();
  const get = (path: string) => must(() => owner.call('GET', path));
  const post = (path: string, body: object = {}) => must(() => owner.call('POST', path, { body }));
  const address = { line1: 'Markt 1', postal_code: '10178', city: 'Berlin', country: 'DE' };
  const profile = { legal_name: 'Ada', address, charges_tax: true, mail_invoices: true };
  await must(() => owner.call('PATCH', '/v1/seller_profile', { body: profile }));
  const email = newEmail();
  const customer = await post('/v1/customers', { name: 'Grace', email, address });
  await saveCard(owner, customer.id, card);
  return { get, post, email, customer };
}

interface Mail {
  readonly kind: string;
  readonly status: string;
}

/** Kinds of the mails about an object, once that number was sent. */
async function kindsOf(
  get: (path: string) => Promise<{ data: Mail[] }>,
  objectId: string,
  count: number,
) {
  return eventually(async () => {
    const { data } = await get(`/v1/mails?object_id=${objectId}`);
    const ended = data.filter(({ status }) => status === 'sent');
    expect(ended.length).toBeGreaterThanOrEqual(count);
    return ended.map(({ kind }) => kind).toSorted();
  });
}

it('charges a saved card for a one-off invoice and mails the receipt with the invoice, once', async () => {
  const { get, post, email, customer } = await openShop();
  const { id } = await post('/v1/invoices', { customer_id: customer.id, ...automatic });
  const paid = await post(`/v1/invoices/${id}/finalize`);
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 11_900 });
  expect((await get('/v1/account/balance')).available).toBe(11_900);
  expect(await kindsOf(get, id, 1)).toEqual(['receipt']);
  const mail = await showMail(await findMail(email));
  expect(mail).toContain('Receipt from');
  expect(mail).toContain('<dt>Attachments</dt>');
  expect(mail).toContain('The invoice is attached as a PDF.');
  const note = await post('/v1/credit_notes', { invoice_id: id, amount: 1_190, credit_to: 'card' });
  expect(note.refund_id).not.toBeNull();
  expect(await kindsOf(get, note.id, 1)).toEqual(['credit_note']);
  await eventually(async () => {
    const all = await Promise.all((await listMail(email)).map(showMail));
    expect(all.filter((each) => each.includes('has issued credit note'))).toHaveLength(1);
  });
  await proveBooks();
});

it('leaves an invoice open if its charge is declined, and mails a link at which it is paid', async () => {
  const { get, post, email, customer } = await openShop(CARDS.declinedLater);
  const { id } = await post('/v1/invoices', { customer_id: customer.id, ...automatic });
  const open = await post(`/v1/invoices/${id}/finalize`);
  expect(open).toMatchObject({ status: 'open', attempt_count: 1 });
  expect(open.decline_code).toBe('generic_decline');
  expect(await kindsOf(get, id, 1)).toEqual(['payment_failed']);
  const mail = await showMail(await findMail(email));
  expect(mail).toContain('Pay now');
  expect(mail).not.toContain('will also be charged again');
  await pay(open.payment_url, CARDS.good);
  await eventually(async () => {
    expect((await get(`/v1/invoices/${id}`)).status).toBe('paid');
  });
  expect(await kindsOf(get, id, 2)).toEqual(['payment_failed', 'receipt']);
});

it('mails each step of dunning even if a clock passes several at once', async () => {
  const { get, post } = await openShop();
  const customer = await post('/v1/customers', { email: newEmail() });
  const clock = await post('/v1/test_clocks', { frozen_time: '2026-01-01' });
  const request = { customer_id: customer.id, plan: 'basic', test_clock_id: clock.id };
  const subscription = await post('/v1/subscriptions', request);
  await post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time: '2026-03-01' });
  const { latest_invoice_id: id, status } = await get(`/v1/subscriptions/${subscription.id}`);
  expect(status).toBe('canceled');
  // Webhooks log events a moment later.
  const steps = await eventually(async () => {
    const events = await get(`/v1/events?limit=100`);
    const found = events.data.filter(
      ({ type, data: { object } }: { type: string; data: { object: { id: string } } }) =>
        object.id === id && ['invoice.overdue', 'invoice.reminder_due'].includes(type),
    );
    expect(found.length).toBeGreaterThan(1);
    return found;
  });
  expect(await kindsOf(get, id, steps.length)).toEqual(
    expect.arrayContaining(Array(steps.length).fill('reminder')),
  );
});
