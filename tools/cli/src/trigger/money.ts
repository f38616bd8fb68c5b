import { newEmail, sendForm, type TriggerContext, type TriggerResult, until } from './context.ts';

/** Cards of the built-in test processor. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
} as const;

const AMOUNT = 12_900;
/** Attempts with declined cards; Florin allows five. */
const TRIES_MAX = 10;

async function record(
  { florin, accountId, currency }: TriggerContext,
  fields: {
    readonly type: 'credit' | 'payment';
    readonly amount: number;
    readonly capture?: 'manual';
  },
) {
  const body = { account_id: accountId, currency, ...fields };
  return florin.post('/v1/transactions', { body });
}

export async function credit(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await record(context, { type: 'credit', amount: AMOUNT });
  context.say(`recorded a credit, ${id}`);
  return { objectId: id };
}

async function hold(context: TriggerContext): Promise<string> {
  await credit(context);
  const { id } = await record(context, { type: 'payment', amount: AMOUNT, capture: 'manual' });
  context.say(`held the amount for a payment, ${id}`);
  return id;
}

export async function capture(context: TriggerContext): Promise<TriggerResult> {
  const id = await hold(context);
  const path = { transaction_id: id };
  await context.florin.post('/v1/transactions/{transaction_id}/capture', { path, body: {} });
  context.say('captured the payment');
  return { objectId: id };
}

export async function cancelHold(context: TriggerContext): Promise<TriggerResult> {
  const id = await hold(context);
  await context.florin.delete('/v1/transactions/{transaction_id}', {
    path: { transaction_id: id },
  });
  context.say('canceled it');
  return { objectId: id };
}

export async function expireHold(context: TriggerContext): Promise<TriggerResult> {
  const id = await hold(context);
  const path = { transaction_id: id };
  await context.florin.post('/v1/transactions/{transaction_id}/expire', { path });
  context.say('let the hold expire');
  return { objectId: id };
}

export async function renote(context: TriggerContext): Promise<TriggerResult> {
  const { objectId: id = '' } = await credit(context);
  await context.florin.patch('/v1/transactions/{transaction_id}', {
    path: { transaction_id: id },
    body: { reference: 'Trigger' },
  });
  context.say('added a reference');
  return { objectId: id };
}

async function request(context: TriggerContext, amount: number = AMOUNT) {
  const { florin, accountId, currency } = context;
  const payment = await florin.post('/v1/payments', {
    body: { account_id: accountId, amount, currency, customer_email: newEmail() },
  });
  context.say(`requested a payment, ${payment.id}`);
  return payment;
}

/** Submits a card on a page, as a customer does. */
export async function typeCard(context: TriggerContext, page: string, card: string): Promise<void> {
  const form = { card_number: card, expiry: '12/40', cvc: '123', name: 'Grace Hopper' };
  await sendForm(context, page, form);
}

export async function requestPayment(context: TriggerContext): Promise<TriggerResult> {
  return { objectId: (await request(context)).id };
}

export async function payBy(
  context: TriggerContext,
  card: string = CARDS.good,
  amount?: number,
): Promise<{ readonly objectId: string }> {
  const { id, payment_url } = await request(context, amount);
  await typeCard(context, payment_url, card);
  context.say(`paid on its page with the test card ${card}`);
  return { objectId: id };
}

export async function failToPay(context: TriggerContext): Promise<TriggerResult> {
  const { id, payment_url } = await request(context);
  const path = { payment_id: id };
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await typeCard(context, payment_url, CARDS.declined);
    const { status } = await context.florin.get('/v1/payments/{payment_id}', { path });
    if (status !== 'failed') continue;
    context.say(`tried ${tries} times with the test card ${CARDS.declined}, which is declined`);
    break;
  }
  return { objectId: id };
}

export async function cancelPayment(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await request(context);
  await context.florin.post('/v1/payments/{payment_id}/cancel', { path: { payment_id: id } });
  context.say('canceled it');
  return { objectId: id };
}

export async function refund(
  context: TriggerContext,
  card: string = CARDS.good,
): Promise<TriggerResult> {
  const { objectId } = await payBy(context, card);
  const { id } = await context.florin.post('/v1/payments/{payment_id}/refund', {
    path: { payment_id: objectId },
    body: {},
  });
  context.say(`refunded the payment, ${id}`);
  return { objectId: id };
}

export async function failToRefund(context: TriggerContext): Promise<TriggerResult> {
  const result = await refund(context, CARDS.refundFails);
  context.say('a refund to this card fails after some seconds');
  return result;
}

export async function dispute(context: TriggerContext): Promise<{ readonly objectId: string }> {
  const { objectId } = await payBy(context, CARDS.disputed);
  const id = await until('the dispute', async () => {
    const query = { payment_id: objectId };
    return (await context.florin.get('/v1/disputes', { query })).data[0]?.id;
  });
  context.say(`the card holder disputes it, ${id}`);
  return { objectId: id };
}

/** The test processor decides disputes by this text. */
export async function answerDispute(context: TriggerContext, text: string): Promise<TriggerResult> {
  const { objectId } = await dispute(context);
  await context.florin.post('/v1/disputes/{dispute_id}/evidence', {
    path: { dispute_id: objectId },
    body: { text },
  });
  context.say(`sent evidence: ${text}`);
  return { objectId };
}

/** The test bank refuses an amount that ends with .51. */
export async function payOut(context: TriggerContext, amount = 10_000): Promise<TriggerResult> {
  await payBy(context);
  const { accountId, currency } = context;
  const body = { account_id: accountId, currency, amount };
  const { id } = await context.florin.post('/v1/payouts', { body });
  context.say(`paid out ${amount}, ${id}`);
  return { objectId: id };
}
