import { Stripe } from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import { clientOf, open, pageOrder, payAt } from './stand-in.ts';

const { standIn, stripe, close } = await open();
afterAll(close);

const charge = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    ...{ amount: 1_000, currency: 'usd', confirm: true, payment_method },
    ...more,
  });

describe('a payment by a method', () => {
  it('credits the money, less a fee', async () => {
    const intent = await charge('pm_card_visa', {
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 1_000,
      latest_charge: { balance_transaction: { amount: 1_000, fee: 59, net: 941 } },
      payment_method: { card: { brand: 'visa', last4: '4242' } },
    });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ])('%s is declined: %s, %s', async (method, code, declineCode) => {
    const error = await charge(method).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      code,
      decline_code: declineCode,
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code } },
    });
  });

  it('with manual capture is only reserved, then captured in part, once', async () => {
    const { id } = await charge('pm_card_visa', { capture_method: 'manual' });
    const reserved = await stripe.paymentIntents.retrieve(id);
    expect(reserved).toMatchObject({ status: 'requires_capture', amount_capturable: 1_000 });
    await expect(stripe.paymentIntents.capture(id, { amount_to_capture: 1_001 })).rejects.toThrow();
    const taken = await stripe.paymentIntents.capture(id, { amount_to_capture: 600 });
    expect(taken).toMatchObject({ status: 'succeeded', amount_received: 600 });
    await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('requires the payer if their bank asks and they are absent', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer,
    });
    const trying = charge(method.id, { customer, off_session: true });
    await expect(trying).rejects.toMatchObject({ code: 'authentication_required' });
  });

  it('fails for a card that is valid until it is attached', async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const trying = charge(method.id, { customer, off_session: true });
    await expect(trying).rejects.toMatchObject({ code: 'card_declined' });
    const { data } = await stripe.customers.listPaymentMethods(customer);
    expect(data.map(({ id }) => id)).toEqual([method.id]);
    await stripe.paymentMethods.detach(method.id);
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });
});

describe('the page', () => {
  it('accepts a card, and redirects the customer back', async () => {
    const session = await stripe.checkout.sessions.create(pageOrder);
    expect(session).toMatchObject({ status: 'open', amount_total: 1_000, payment_intent: null });
    expect(await (await fetch(String(session.url))).text()).toContain('name="number"');
    const back = await payAt(String(session.url), '4242 4242 4242 4242');
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe(`http://127.0.0.1:1/back?session=${session.id}`);
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { status: 'succeeded', metadata: { order: 'order-1' } },
    });
  });

  it('lets the customer try another card', async () => {
    const { id, url } = await stripe.checkout.sessions.create(pageOrder);
    const declined = await payAt(String(url), '4000000000009995');
    expect(await declined.text()).toContain('data-code="insufficient_funds"');
    const mistyped = await payAt(String(url), '4242424242424241');
    expect(await mistyped.text()).toContain('data-code="incorrect_number"');
    expect((await payAt(String(url), '4242424242424242')).status).toBe(303);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
    const { data } = await stripe.charges.list({ payment_intent: String(payment_intent) });
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it("shows the bank's check, which the customer may refuse", async () => {
    const { id, url } = await stripe.checkout.sessions.create(pageOrder);
    const asked = await payAt(String(url), '4000002760003184');
    const bank = new URL(String(asked.headers.get('location')), standIn.url);
    const answer = (text: string) =>
      fetch(bank, {
        method: 'POST',
        body: new URLSearchParams({ answer: text }),
        redirect: 'manual',
      });
    expect(await (await answer('refuse')).text()).toContain('authentication_failure');
    await payAt(String(url), '4000002760003184');
    expect((await answer('agree')).status).toBe(303);
    const { payment_status } = await stripe.checkout.sessions.retrieve(id);
    expect(payment_status).toBe('paid');
  });

  it('saves a card with a payment, and without one', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const paying = await stripe.checkout.sessions.create({
      ...pageOrder,
      customer,
      payment_intent_data: { setup_future_usage: 'off_session' },
      custom_text: { submit: { message: 'We may charge <this> card again.' } },
    });
    expect(await (await fetch(String(paying.url))).text()).toContain('charge &lt;this&gt; card');
    await payAt(String(paying.url), '4242424242424242');
    const saving = await stripe.checkout.sessions.create({
      ...{ mode: 'setup', currency: 'usd', customer, success_url: 'http://127.0.0.1:1/back' },
    });
    await payAt(String(saving.url), '5555555555554444');
    const saved = await stripe.checkout.sessions.retrieve(saving.id, {
      expand: ['setup_intent.payment_method'],
    });
    expect(saved).toMatchObject({
      status: 'complete',
      setup_intent: { payment_method: { card: { brand: 'mastercard' } } },
    });
    const { data } = await stripe.customers.listPaymentMethods(customer);
    expect(data.map(({ card }) => card?.last4)).toEqual(['4444', '4242']);
    const [method] = data;
    const again = await charge(String(method?.id), { customer, off_session: true });
    expect(again.status).toBe('succeeded');
  });

  it('accepts nothing once it has expired', async () => {
    const { id, url } = await stripe.checkout.sessions.create(pageOrder);
    await stripe.checkout.sessions.expire(id);
    expect(await (await payAt(String(url), '4242424242424242')).text()).toContain('expired');
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.checkout.sessions.retrieve(id)).payment_intent).toBeNull();
  });
});

it('separates accounts, and accepts known keys only', async () => {
  const stripeAccount = 'acct_one';
  const { id } = await stripe.customers.create({}, { stripeAccount });
  await expect(stripe.customers.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' });
  expect(await stripe.customers.retrieve(id, {}, { stripeAccount })).toMatchObject({ id });
  await expect(stripe.customers.list({}, { stripeAccount: 'acct_other' })).rejects.toMatchObject({
    statusCode: 403,
  });
  const stranger = clientOf(standIn, 'sk_test_unknown');
  await expect(stranger.customers.list()).rejects.toMatchObject({ statusCode: 401 });
});

it('lists pages in both directions', async () => {
  const { standIn: own, stripe: client, close: end } = await open();
  for (let count = 0; count < 5; count += 1)
    await client.customers.create({ email: `${count}@example.com` });
  const all = await client.customers.list().autoPagingToArray({ limit: 10 });
  expect(all.map(({ email }) => email?.[0]).join('')).toBe('43210');
  const second = await client.customers.list({ limit: 2, starting_after: String(all[1]?.id) });
  expect(second.data).toEqual(all.slice(2, 4));
  expect(second.has_more).toBe(true);
  const newer = await client.customers.list({ limit: 2, ending_before: String(all[4]?.id) });
  expect(newer.data).toEqual(all.slice(2, 4));
  expect(newer.has_more).toBe(true);
  expect((await client.customers.list({ created: { gt: all[0]?.created ?? 0 } })).data).toEqual([]);
  expect(own.books().payments).toEqual([]);
  await end();
});
