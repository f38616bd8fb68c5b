import { eventually } from '@florin/testing';
import { CARDS, pay } from '../pay.ts';
import { type Caller, must, newOwner, type Owner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, record, requestPayment, type World } from '../world.ts';
import { newPaymentMethod } from './payment-methods.ts';

/** A payment request that a customer has paid, or tried to pay. */
export async function paidBy(owner: Owner, card: string = CARDS.good, fields: object = {}) {
  const { id, payment_url } = await requestPayment(owner, fields);
  await pay(payment_url, card);
  return { id: String(id) };
}

interface PartOfPayment {
  readonly id: string;
  readonly payment_id: string;
}

/** A refund of a part of a payment. */
export async function newRefund(owner: Owner, fields: object = {}): Promise<PartOfPayment> {
  const { id } = await paidBy(owner);
  await eventually(async () => {
    const { status } = await must(() => owner.call('GET', `/v1/payments/${id}/status`));
    if (status !== 'succeeded') throw new Error(`the payment is ${status}`);
  });
  const body = { amount: 40, ...fields };
  return must(() => owner.call('POST', `/v1/payments/${id}/refund`, { body }));
}

/** A dispute of a payment, opened by its payer's bank. */
export async function newDispute(owner: Owner): Promise<PartOfPayment> {
  const { id } = await paidBy(owner, CARDS.disputed);
  return eventually(async () => {
    const { data } = await must(() => owner.call('GET', `/v1/disputes?payment_id=${id}`));
    if (!data[0]) throw new Error('the payment is not disputed yet');
    return data[0];
  });
}

const refund =
  (body: object | undefined, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    const { id } = await paidBy(world.owner);
    return by(world).call('POST', `/v1/payments/${id}/refund`, body ? { body } : {});
  };
const refundInvoice =
  (body: object | undefined, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    const { invoiceId } = await newPaymentMethod(world.owner);
    return by(world).call('POST', `/v1/invoices/${invoiceId}/refund`, body ? { body } : {});
  };
const LIST = '/v1/refunds';
const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${LIST}?${query}`);

export const refundScenarios = [
  ...guarded('POST /v1/payments/{payment_id}/refund'),
  ...scenarios(
    'POST /v1/payments/{payment_id}/refund',
    succeeds(201, 'all of it', refund(undefined)),
    succeeds(201, 'a part of it', refund({ amount: 30, reason: 'broken', metadata: { a: 1 } })),
    succeeds(
      201,
      'an API key',
      refund({}, ({ key }) => key),
    ),
    refusesEach(400, 'invalid_request', refund, {
      'an amount of zero': { amount: 0 },
      'an amount of text': { amount: '10' },
      'more than was paid': { amount: 101 },
      'an empty reason': { reason: '' },
      'a long reason': { reason: 'x'.repeat(501) },
      'metadata that is no object': { metadata: 7 },
    }),
    refuses(402, 'insufficient_funds', 'money that was spent', async () => {
      const owner = await newOwner();
      const { id } = await paidBy(owner);
      await record(owner, { type: 'payment', amount: 100, capture: 'manual' });
      return owner.call('POST', `/v1/payments/${id}/refund`);
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      refund({}, ({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      refund({}, ({ platform }) => platform),
    ),
    refuses(404, 'not_found', 'no such payment request', ({ owner }) =>
      owner.call('POST', `/v1/payments/${ABSENT.payment}/refund`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call('POST', '/v1/payments/latest/refund'),
    ),
    refuses(
      404,
      'not_found',
      'a payment of another account',
      refund({}, ({ stranger }) => stranger),
    ),
    refuses(409, 'conflict', 'a payment that was declined', async ({ owner }) => {
      const { id } = await paidBy(owner, CARDS.declined);
      return owner.call('POST', `/v1/payments/${id}/refund`);
    }),
    refuses(409, 'conflict', 'a disputed payment', async ({ owner }) => {
      const { payment_id } = await newDispute(owner);
      return owner.call('POST', `/v1/payments/${payment_id}/refund`);
    }),
    refuses(409, 'conflict', 'money returned already', async ({ owner }) => {
      const { id } = await paidBy(owner);
      await must(() => owner.call('POST', `/v1/payments/${id}/refund`));
      return owner.call('POST', `/v1/payments/${id}/refund`);
    }),
  ),
  ...guarded('POST /v1/invoices/{invoice_id}/refund'),
  ...scenarios(
    'POST /v1/invoices/{invoice_id}/refund',
    succeeds(201, 'all of it', refundInvoice(undefined)),
    succeeds(201, 'a part of it', refundInvoice({ amount: 30, reason: 'late' })),
    refusesEach(400, 'invalid_request', refundInvoice, {
      'an amount of zero': { amount: 0 },
      'more than was paid': { amount: 1_001 },
    }),
    refuses(402, 'insufficient_funds', 'money that was spent', async () => {
      const owner = await newOwner();
      const { invoiceId } = await newPaymentMethod(owner);
      await record(owner, { type: 'payment', amount: 1_000, capture: 'manual' });
      return owner.call('POST', `/v1/invoices/${invoiceId}/refund`);
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      refundInvoice({}, ({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      refundInvoice({}, ({ platform }) => platform),
    ),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('POST', `/v1/invoices/${ABSENT.invoice}/refund`),
    ),
    refuses(
      404,
      'not_found',
      'an invoice of another account',
      refundInvoice({}, ({ stranger }) => stranger),
    ),
    refuses(409, 'conflict', 'one that was given back', async ({ owner }) => {
      const { invoiceId } = await newPaymentMethod(owner);
      const path = `/v1/invoices/${invoiceId}/refund`;
      await must(() => owner.call('POST', path));
      return owner.call('POST', path);
    }),
  ),
  ...needsToken('GET /v1/refunds'),
  ...scenarios(
    'GET /v1/refunds',
    succeeds(200, 'the account’s own', list('')),
    succeeds(200, 'every filter', list(`status=succeeded&payment_id=${ABSENT.payment}&limit=1`)),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.refund}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', LIST),
    ),
  ),
  ...needsToken('GET /v1/refunds/{refund_id}'),
  ...scenarios(
    'GET /v1/refunds/{refund_id}',
    succeeds(200, 'a refund', async ({ owner, member }) =>
      member.call('GET', `${LIST}/${(await newRefund(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${LIST}/${ABSENT.refund}`),
    ),
    refuses(404, 'not_found', 'no such refund', ({ owner }) =>
      owner.call('GET', `${LIST}/${ABSENT.refund}`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', `${LIST}/latest`)),
    refuses(404, 'not_found', 'a refund of another account', async ({ owner, stranger }) =>
      stranger.call('GET', `${LIST}/${(await newRefund(owner)).id}`),
    ),
  ),
];
