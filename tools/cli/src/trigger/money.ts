import { type Happened, newEmail, type Stage, sendForm, until } from './stage.ts';

/** Cards of the built-in test processor. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
} as const;

const AMOUNT = 12_900;
/** Of tries by declined cards; Florin allows five. */
const TRIES_MAX = 10;

async function record(
  { florin, accountId, currency }: Stage,
  fields: {
    readonly type: 'credit' | 'payment';
    readonly amount: number;
    readonly capture?: 'manual';
  },
) {
  const body = { account_id: accountId, currency, ...fields };
  return florin.post('/v1/transactions', { body });
}

export async function credit(stage: Stage): Promise<Happened> {
  const { id } = await record(stage, { type: 'credit', amount: AMOUNT });
  stage.say(`recorded a credit, ${id}`);
  return { objectId: id };
}

async function hold(stage: Stage): Promise<string> {
  await credit(stage);
  const { id } = await record(stage, { type: 'payment', amount: AMOUNT, capture: 'manual' });
  stage.say(`held its amount for a payment, ${id}`);
  return id;
}

export async function capture(stage: Stage): Promise<Happened> {
  const id = await hold(stage);
  const path = { transaction_id: id };
  await stage.florin.post('/v1/transactions/{transaction_id}/capture', { path, body: {} });
  stage.say('captured it');
  return { objectId: id };
}

export async function cancelHold(stage: Stage): Promise<Happened> {
  const id = await hold(stage);
  await stage.florin.delete('/v1/transactions/{transaction_id}', { path: { transaction_id: id } });
  stage.say('canceled it');
  return { objectId: id };
}

export async function expireHold(stage: Stage): Promise<Happened> {
  const id = await hold(stage);
  const path = { transaction_id: id };
  await stage.florin.post('/v1/transactions/{transaction_id}/expire', { path });
  stage.say('let it expire');
  return { objectId: id };
}

export async function renote(stage: Stage): Promise<Happened> {
  const { objectId: id = '' } = await credit(stage);
  await stage.florin.patch('/v1/transactions/{transaction_id}', {
    path: { transaction_id: id },
    body: { reference: 'Trigger' },
  });
  stage.say('gave it a reference');
  return { objectId: id };
}

async function request(stage: Stage, amount: number = AMOUNT) {
  const { florin, accountId, currency } = stage;
  const payment = await florin.post('/v1/payments', {
    body: { account_id: accountId, amount, currency, customer_email: newEmail() },
  });
  stage.say(`asked a customer to pay, ${payment.id}`);
  return payment;
}

/** Types a card into a page, as a customer does. */
export async function typeCard(stage: Stage, page: string, card: string): Promise<void> {
  const form = { card_number: card, expiry: '12/40', cvc: '123', name: 'Grace Hopper' };
  await sendForm(stage, page, form);
}

export async function requestPayment(stage: Stage): Promise<Happened> {
  return { objectId: (await request(stage)).id };
}

export async function payBy(
  stage: Stage,
  card: string = CARDS.good,
  amount?: number,
): Promise<{ readonly objectId: string }> {
  const { id, payment_url } = await request(stage, amount);
  await typeCard(stage, payment_url, card);
  stage.say(`paid at its page by the test card ${card}`);
  return { objectId: id };
}

export async function failToPay(stage: Stage): Promise<Happened> {
  const { id, payment_url } = await request(stage);
  const path = { payment_id: id };
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await typeCard(stage, payment_url, CARDS.declined);
    const { status } = await stage.florin.get('/v1/payments/{payment_id}', { path });
    if (status !== 'failed') continue;
    stage.say(`tried it ${tries} times by the test card ${CARDS.declined}, which is declined`);
    break;
  }
  return { objectId: id };
}

export async function cancelPayment(stage: Stage): Promise<Happened> {
  const { id } = await request(stage);
  await stage.florin.post('/v1/payments/{payment_id}/cancel', { path: { payment_id: id } });
  stage.say('canceled it');
  return { objectId: id };
}

export async function refund(stage: Stage, card: string = CARDS.good): Promise<Happened> {
  const { objectId } = await payBy(stage, card);
  const { id } = await stage.florin.post('/v1/payments/{payment_id}/refund', {
    path: { payment_id: objectId },
    body: {},
  });
  stage.say(`gave the money back, ${id}`);
  return { objectId: id };
}

export async function failToRefund(stage: Stage): Promise<Happened> {
  const happened = await refund(stage, CARDS.refundFails);
  stage.say('a refund to this card comes back after some seconds');
  return happened;
}

export async function dispute(stage: Stage): Promise<{ readonly objectId: string }> {
  const { objectId } = await payBy(stage, CARDS.disputed);
  const id = await until('the dispute', async () => {
    const query = { payment_id: objectId };
    return (await stage.florin.get('/v1/disputes', { query })).data[0]?.id;
  });
  stage.say(`which its holder disputes, ${id}`);
  return { objectId: id };
}

/** By the words that decide disputes of the test processor. */
export async function answerDispute(stage: Stage, text: string): Promise<Happened> {
  const { objectId } = await dispute(stage);
  await stage.florin.post('/v1/disputes/{dispute_id}/evidence', {
    path: { dispute_id: objectId },
    body: { text },
  });
  stage.say(`sent evidence: ${text}`);
  return { objectId };
}

/** An amount that ends with .51 is refused by the test bank. */
export async function payOut(stage: Stage, amount = 10_000): Promise<Happened> {
  await payBy(stage);
  const { accountId, currency } = stage;
  const body = { account_id: accountId, currency, amount };
  const { id } = await stage.florin.post('/v1/payouts', { body });
  stage.say(`paid out ${amount} of it, ${id}`);
  return { objectId: id };
}
