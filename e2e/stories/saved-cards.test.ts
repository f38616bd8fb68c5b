import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { CARDS, openPage, pay } from '../contract/pay.ts';
import { newOwner, type Owner } from '../contract/people.ts';
import { RETURN_URL, saveCard } from '../contract/save-card.ts';
import { proveBooks } from '../prove-books.ts';

/** A customer who paid the first month, January, on its page, with a test clock. */
async function paidBy(card: string) {
  const owner = await newOwner();
  await owner.call('PATCH', '/v1/account', { body: { return_urls: [RETURN_URL] } });
  const post = async (path: string, body: object) => {
    const answer = await owner.call('POST', path, { body });
    expect(answer.body, path).not.toHaveProperty('error');
    return answer.body;
  };
  const clock = await post('/v1/test_clocks', { frozen_time: '2026-01-01' });
  const customer = await post('/v1/customers', {});
  const request = { customer_id: customer.id, plan: 'basic', test_clock_id: clock.id };
  const { id, latest_invoice_id } = await post('/v1/subscriptions', request);
  const first = (await owner.call('GET', `/v1/invoices/${latest_invoice_id}`)).body;
  expect((await openPage(first.payment_url)).body).toContain(
    'to charge this card $10.00 every month until you cancel.',
  );
  await pay(first.payment_url, card);
  await eventually(async () => {
    const { body } = await owner.call('GET', `/v1/invoices/${latest_invoice_id}`);
    expect(body.status).toBe('paid');
  });
  return {
    owner,
    path: `/v1/subscriptions/${id}`,
    advance: (frozen_time: string) => post(`/v1/test_clocks/${clock.id}/advance`, { frozen_time }),
    read: async () => (await owner.call('GET', `/v1/subscriptions/${id}`)).body,
  };
}

const balanceOf = async (owner: Owner) =>
  (await owner.call('GET', '/v1/account/balance')).body.available;

it('a card that has paid an invoice pays the next ones and an upgrade, once each', async () => {
  const { owner, path, advance, read } = await paidBy(CARDS.good);
  await advance('2026-03-01');
  expect(await read()).toMatchObject({
    status: 'active',
    current_period_start: '2026-03-01T00:00:00.000Z',
  });
  expect(await balanceOf(owner)).toBe(3_000);
  const upgraded = await owner.call('POST', `${path}/update`, { body: { plan: 'pro' } });
  expect([upgraded.status, upgraded.body.plan_id]).toEqual([200, 'pro_monthly']);
  expect(await balanceOf(owner)).toBe(4_500);
  const { body } = await owner.call('GET', '/v1/invoices?status=paid');
  const amounts = body.data.map(({ amount_paid }: { amount_paid: number }) => amount_paid);
  expect(amounts).toEqual([1_500, 1_000, 1_000, 1_000]);
  await proveBooks();
});

it('a card that is declined later fails an upgrade and makes a renewal past due', async () => {
  const { owner, path, advance, read } = await paidBy('4000000000000341');
  const refused = await owner.call('POST', `${path}/update`, { body: { plan: 'pro' } });
  expect([refused.status, refused.body.error]).toEqual([402, 'card_declined']);
  expect(refused.body.decline_code).toBe('generic_decline');
  expect((await read()).plan_id).toBe('basic_monthly');
  await advance('2026-02-01');
  const renewed = await read();
  expect(renewed).toMatchObject({
    status: 'past_due',
    next_payment_attempt: '2026-02-02T00:00:00.000Z',
  });
  const open = (await owner.call('GET', `/v1/invoices/${renewed.latest_invoice_id}`)).body;
  await pay(open.payment_url, CARDS.good);
  await eventually(async () => expect((await read()).status).toBe('active'));
  expect(await balanceOf(owner)).toBe(2_000);
  await advance('2026-03-01');
  expect(await balanceOf(owner)).toBe(3_000);
});

it('a card saved while a renewal is past due is charged immediately', async () => {
  const { owner, advance, read } = await paidBy('4000000000000341');
  await owner.call('PATCH', '/v1/billing_settings', { body: { dunning_days: [30] } });
  await advance('2026-02-01');
  const overdue = await read();
  expect(overdue).toMatchObject({
    status: 'past_due',
    next_payment_attempt: '2026-03-03T00:00:00.000Z',
  });
  await saveCard(owner, overdue.resolved_customer_id);
  await eventually(async () =>
    expect((await read()).next_payment_attempt).toBe('2026-02-01T00:00:00.000Z'),
  );
  await advance('2026-02-01');
  expect(await read()).toMatchObject({ status: 'active', next_payment_attempt: null });
  expect(await balanceOf(owner)).toBe(2_000);
  await proveBooks();
});

it('each subscription charges its chosen card while that exists', async () => {
  const { owner, path, advance, read } = await paidBy('4000000000000341');
  const { resolved_customer_id: customer_id } = await read();
  const methods = async () =>
    (await owner.call('GET', `/v1/payment_methods?customer_id=${customer_id}`)).body.data;
  const [declining] = await methods();
  await saveCard(owner, customer_id);
  const good = await eventually(async () => {
    const found = (await methods()).find(({ id }: { id: string }) => id !== declining.id);
    expect(found).toMatchObject({ is_default: true });
    return found;
  });
  const choose = (payment_method_id: string) =>
    owner.call('POST', `${path}/payment_method`, { body: { payment_method_id } });
  expect((await choose(declining.id)).body.payment_method_id).toBe(declining.id);
  await advance('2026-02-01');
  expect(await read()).toMatchObject({ status: 'past_due', payment_method_id: declining.id });
  expect((await choose(good.id)).status).toBe(200);
  await advance('2026-02-02');
  expect((await read()).status).toBe('active');
  expect(await balanceOf(owner)).toBe(2_000);
  // The chosen card was deleted: the default card pays, which is now the other one.
  await owner.call('DELETE', `/v1/payment_methods/${good.id}`);
  await advance('2026-03-01');
  expect((await read()).status).toBe('past_due');
  await proveBooks();
});

it('no renewal charges a disputed card until the seller allows it', async () => {
  const { owner, path, advance, read } = await paidBy(CARDS.disputed);
  const methodOf = async () => {
    const { customer_id } = await read();
    const { body } = await owner.call('GET', `/v1/payment_methods?customer_id=${customer_id}`);
    return body.data[0];
  };
  const latest = async () =>
    (await owner.call('GET', `/v1/invoices/${(await read()).latest_invoice_id}`)).body;
  const method = await eventually(async () => {
    const found = await methodOf();
    if (!found?.disputed) throw new Error('the dispute has not arrived yet');
    return found;
  });
  const refused = await owner.call('POST', `${path}/payment_method`, {
    body: { payment_method_id: method.id },
  });
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);

  await advance('2026-02-01');
  const page = await latest();
  expect(page).toMatchObject({ status: 'open', attempt_count: 0 });
  expect((await openPage(page.payment_url)).body).toContain('$10.00');
  const { data: payments } = (await owner.call('GET', '/v1/payments')).body;
  const attempts = await owner.call('GET', `/v1/payments/${payments[0].id}/attempts`);
  expect(attempts.body.data).toEqual([]);

  const allowed = await owner.call('POST', `/v1/payment_methods/${method.id}/allow`);
  expect(allowed.body).toMatchObject({ id: method.id, disputed: false });
  const keep = { subscription_action: 'keep' };
  expect((await owner.call('POST', `/v1/invoices/${page.id}/void`, { body: keep })).status).toBe(
    200,
  );
  await advance('2026-03-01');
  expect(await latest()).toMatchObject({ status: 'paid' });
  // The holder disputes that payment as well.
  await eventually(async () => expect(await methodOf()).toMatchObject({ disputed: true }));
  await proveBooks();
});
