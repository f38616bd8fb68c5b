import { type EventExample, listEventExamples } from '@florin/contract-tests';
import { newId, toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const examples = listEventExamples();
const isOfLedger = ({ type }: EventExample) => /^(payment|transaction)\./.test(type);
const isPaid = ({ type }: EventExample) => type === 'payment.succeeded';

const { world, openShop, publish } = useBilling({ withNats: true });

/** An example as a current event for the payment request of an invoice. */
function renew({ type, text }: EventExample, object: object = {}) {
  const event = JSON.parse(text);
  const ids = { id: newId(), aggregate_id: newId() };
  return {
    ...event,
    ...ids,
    type,
    data: { ...event.data, object: { ...event.data.object, ...object } },
  };
}

async function sell() {
  const shop = await openShop();
  const { body } = await shop.subscribe({ customer_id: 'c1' });
  const [request] = await world().peers.paymentRequestsOf(shop.id);
  if (!request) throw new Error('no payment was requested');
  const { payment_id, amount, currency, metadata } = request;
  return {
    request: {
      id: toPublicId('paymentRequest', payment_id),
      account_id: shop.publicId,
      ...{ amount, currency, metadata },
    },
    invoice: async () => (await shop.get(`/v1/invoices/${body.latest_invoice_id}`)).body,
  };
}

it.each(examples.filter(isPaid))('accepts a payment as $release publishes it', async (example) => {
  const { request, invoice } = await sell();
  expect((await invoice()).status).toBe('open');
  await publish(renew(example, request));
  await eventually(async () => expect((await invoice()).status).toBe('paid'));
});

it('accepts every event that the ledger of any release publishes', async () => {
  const ofLedger = examples.filter(isOfLedger);
  expect(ofLedger.length).toBeGreaterThan(0);
  for (const example of ofLedger) await publish(renew(example));
  // One more event, handled after all others.
  const { request, invoice } = await sell();
  const [paid] = examples.filter(isPaid);
  if (paid) await publish(renew(paid, request));
  await eventually(async () => expect((await invoice()).status).toBe('paid'));
  expect(await world().query('select reason from billing.dead_letters')).toEqual([]);
});
