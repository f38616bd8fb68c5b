import { eventually } from '@florin/testing';
import { call } from '../../api.ts';
import { BANK_ACCOUNT } from '../../bank-account.ts';
import { CARDS, FORM, pay } from '../../contract/pay.ts';
import { signatureOf } from '../../contract/prepare/processor-webhooks.ts';
import { controlStripe } from '../../stripe.ts';
import type { Ask, Shop } from './ask.ts';

const TRANSACTION = '/v1/transactions/{transaction_id}';

export async function moveMoney(ask: Ask, { token, adminToken, accountId }: Shop): Promise<void> {
  const own = { account_id: accountId, currency: 'EUR' };
  const record = (body: object) =>
    ask('POST /v1/transactions', { token, body: { ...own, ...body } });
  await record({
    amount: 250_000,
    type: 'credit',
    reference: 'Invoice 1042',
    metadata: { channel: 'bank transfer' },
  });
  const { id } = await record({ amount: 12_900, type: 'payment', capture: 'manual' });
  await ask(`POST ${TRANSACTION}/capture`, { token, id, body: { amount: 10_000 } });
  const other = await record({ amount: 4_500, type: 'payment', capture: 'manual' });
  await ask(`DELETE ${TRANSACTION}`, { token, id: other.id });
  const third = await record({ amount: 3_300, type: 'payment', capture: 'manual' });
  await ask(`POST ${TRANSACTION}/expire`, { token, id: third.id });
  await ask(`PATCH ${TRANSACTION}`, { token, id, body: { metadata: { order: '2041' } } });
  await ask(`GET ${TRANSACTION}`, { token, id });
  await ask(`GET ${TRANSACTION}/entries`, { token, id, query: 'limit=2' });
  await ask('POST /v1/transactions/bulk', {
    token,
    body: {
      transactions: [
        { ...own, amount: 1_900, type: 'credit', reference: 'Invoice 1043' },
        { ...own, amount: 900, type: 'refund', refund_of_id: id },
      ],
    },
  });
  await ask('GET /v1/transactions', { token, query: `limit=2&starting_after=${other.id}` });
  await ask('GET /v1/account/balance', { token });
  await ask('GET /v1/accounts/{account_id}/balance', { token, id: accountId });
  await ask('GET /v1/audit', { token: adminToken });
}

export async function askForMoney(ask: Ask, shop: Shop): Promise<void> {
  const { token, accountId } = shop;
  const request = (reference: string) =>
    ask('POST /v1/payments', {
      token,
      body: {
        account_id: accountId,
        amount: 12_900,
        currency: 'EUR',
        customer_email: 'grace@example.com',
        reference,
      },
    });
  const { id, payment_url: link } = await request('Order 2041');
  await pay(link, CARDS.good);
  await ask('GET /v1/payments/{payment_id}', { token, id });
  await ask('GET /v1/payments/{payment_id}/status', { token, id });
  await ask('GET /v1/payments/{payment_id}/attempts', { token, id });
  const other = await request('Order 2042');
  await ask('POST /v1/payments/{payment_id}/cancel', { token, id: other.id });
  await ask('GET /v1/payments', { token, query: 'limit=2' });
  const page = new URL((await request('Order 2043')).payment_url).pathname.split('/').at(-1);
  await ask('POST /pay/{token}', { id: page ?? '', body: new URLSearchParams(FORM) });
  await ask('POST /v1/payments/{payment_id}/refund', {
    token,
    id,
    body: { amount: 2_900, reason: 'one of two returned' },
  });
  await ask('GET /v1/refunds', { token, query: 'limit=2' });
  await showRefund(ask, token);
  await payOut(ask, token, accountId);
  await reconcile(ask, token);
  await readBank(ask, shop);
  await connectStripe(ask, shop);
  await hearOfStripe(ask);
  await answerDispute(ask, token, (await request('Order 2044')).payment_url);
}

/** A shop with its own Stripe account, to which customers pay. */
async function connectStripe(ask: Ask, { adminToken: token, accountId }: Shop): Promise<void> {
  const reference = 'acct_of_the_shop';
  await controlStripe({ do: 'connect', connected: reference });
  const { id } = await ask('POST /v1/processor_accounts', {
    token,
    body: { account_id: accountId, processor: 'stripe', reference },
  });
  await ask('GET /v1/processor_accounts', { token, query: 'limit=2' });
  await ask('GET /v1/processors', { token });
  await ask('DELETE /v1/processor_accounts/{processor_account_id}', { token, id });
}

/** Customers transferred money without a reference. */
async function readBank(ask: Ask, { adminToken: token, accountId }: Shop): Promise<void> {
  const unmatched = '/v1/unmatched_money';
  const one = `${unmatched}/{unmatched_money_id}`;
  await ask('POST /v1/bank_statements', {
    token,
    body: {
      format: 'csv',
      content: 'day;sum;who;what\n20.11.2026;129,00;Grace Hopper;my order\n20.11.2026;1,00;Ada;?\n',
      csv: {
        delimiter: ';',
        decimal_mark: ',',
        date_format: 'DD.MM.YYYY',
        currency: 'EUR',
        account_number: BANK_ACCOUNT.BANK_TRANSFER_IBAN,
        columns: {
          booking_date: 'day',
          amount: 'sum',
          counterparty_name: 'who',
          remittance: 'what',
        },
      },
    },
  });
  await ask('GET /v1/bank_statements', { token, query: 'limit=2' });
  const { data } = await ask(`GET ${unmatched}`, { token, query: 'status=open&limit=2' });
  const [mine, other] = data.toSorted(
    (a: { amount: number }, b: { amount: number }) => b.amount - a.amount,
  );
  await ask(`GET ${one}`, { token, id: mine.id });
  await ask(`POST ${one}/assign`, { token, id: mine.id, body: { account_id: accountId } });
  await ask(`POST ${one}/return`, {
    token,
    id: other.id,
    body: { note: 'sent back on 21 November' },
  });
}

async function payOut(ask: Ask, token: string, account_id: string): Promise<void> {
  const { id } = await ask('POST /v1/payouts', {
    token,
    body: { account_id, amount: 10_000, currency: 'EUR', reference: 'week 5' },
  });
  await ask('GET /v1/payouts', { token, query: 'limit=2' });
  await ask('GET /v1/payouts/{payout_id}', { token, id });
}

/** Processors settle a little later. */
async function reconcile(ask: Ask, token: string): Promise<void> {
  await eventually(async () => {
    const { body } = await call('GET', '/v1/reconciliations', { token });
    if (body.data[0]?.payouts.count !== 1) throw new Error('it is not settled yet');
  });
  await ask('GET /v1/reconciliations', { token });
}

/** Stripe's webhooks about changes. */
async function hearOfStripe(ask: Ask): Promise<void> {
  const body = {
    ...{ id: 'evt_1OkXYZ', object: 'event', type: 'payment_intent.succeeded' },
    data: { object: { id: 'pi_1OkXYZ', object: 'payment_intent', metadata: {} } },
  };
  const headers = { 'Stripe-Signature': signatureOf(JSON.stringify(body)) };
  await ask('POST /processors/{processor}/webhook', { id: 'stripe', body, headers });
}

async function showRefund(ask: Ask, token: string): Promise<void> {
  const { data } = await ask('GET /v1/refunds', { token, query: 'limit=1' });
  await ask('GET /v1/refunds/{refund_id}', { token, id: data[0].id });
}

/** The payer's bank takes a moment. */
async function answerDispute(ask: Ask, token: string, link: string): Promise<void> {
  await pay(link, CARDS.disputed);
  const id = await eventually(async () => {
    const { data } = await ask('GET /v1/disputes', { token, query: 'limit=1' });
    if (!data[0]) throw new Error('the payment is not disputed yet');
    return data[0].id as string;
  });
  await ask('GET /v1/disputes/{dispute_id}', { token, id });
  await ask('POST /v1/disputes/{dispute_id}/evidence', {
    token,
    id,
    body: { text: 'Signed for by the customer on January 31.', tracking_number: 'JD014600006' },
  });
}
