import { CARDS } from './money.ts';
import { invoice, payInvoice } from './selling.ts';
import { type Happened, type Stage, until } from './stage.ts';

/** An invoice that its customer has paid by this card at its page. */
async function paidInvoice(stage: Stage, card: string): Promise<string> {
  const { objectId } = await invoice(stage, 'send');
  await payInvoice(stage, objectId, card);
  await until('the payment of the invoice', async () => {
    const path = { invoice_id: objectId };
    const { status } = await stage.florin.get('/v1/invoices/{invoice_id}', { path });
    return status === 'paid' ? true : undefined;
  });
  return objectId;
}

export async function refundInvoice(stage: Stage): Promise<Happened> {
  const objectId = await paidInvoice(stage, CARDS.good);
  const path = { invoice_id: objectId };
  await stage.florin.post('/v1/invoices/{invoice_id}/refund', { path, body: { amount: 1_000 } });
  stage.say('refunded a part of it');
  return { objectId };
}

async function disputedInvoice(stage: Stage) {
  const objectId = await paidInvoice(stage, CARDS.disputed);
  const path = { invoice_id: objectId };
  const { payment_id } = await stage.florin.get('/v1/invoices/{invoice_id}', { path });
  const query = { payment_id: payment_id ?? '' };
  const disputeId = await until('the dispute', async () => {
    return (await stage.florin.get('/v1/disputes', { query })).data[0]?.id;
  });
  stage.say(`its payment is disputed, ${disputeId}`);
  return { objectId, disputeId };
}

export async function disputeInvoice(stage: Stage): Promise<Happened> {
  const { objectId } = await disputedInvoice(stage);
  return { objectId };
}

export async function recoverInvoice(stage: Stage): Promise<Happened> {
  const { objectId, disputeId } = await disputedInvoice(stage);
  await stage.florin.post('/v1/disputes/{dispute_id}/evidence', {
    path: { dispute_id: disputeId },
    body: { text: 'winning_evidence' },
  });
  stage.say('sent evidence that wins');
  return { objectId };
}
