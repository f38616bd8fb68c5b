import { type TriggerContext, type TriggerResult, until } from './context.ts';
import { CARDS } from './money.ts';
import { invoice, payInvoice } from './selling.ts';

/** An invoice that its customer has paid by this card on its page. */
async function paidInvoice(context: TriggerContext, card: string): Promise<string> {
  const { objectId } = await invoice(context, 'send');
  await payInvoice(context, objectId, card);
  await until('the payment of the invoice', async () => {
    const path = { invoice_id: objectId };
    const { status } = await context.florin.get('/v1/invoices/{invoice_id}', { path });
    return status === 'paid' ? true : undefined;
  });
  return objectId;
}

export async function refundInvoice(context: TriggerContext): Promise<TriggerResult> {
  const objectId = await paidInvoice(context, CARDS.good);
  const path = { invoice_id: objectId };
  await context.florin.post('/v1/invoices/{invoice_id}/refund', { path, body: { amount: 1_000 } });
  context.say('refunded a part of the invoice');
  return { objectId };
}

async function disputedInvoice(context: TriggerContext) {
  const objectId = await paidInvoice(context, CARDS.disputed);
  const path = { invoice_id: objectId };
  const { payment_id } = await context.florin.get('/v1/invoices/{invoice_id}', { path });
  const query = { payment_id: payment_id ?? '' };
  const disputeId = await until('the dispute', async () => {
    return (await context.florin.get('/v1/disputes', { query })).data[0]?.id;
  });
  context.say(`the payment is disputed, ${disputeId}`);
  return { objectId, disputeId };
}

export async function disputeInvoice(context: TriggerContext): Promise<TriggerResult> {
  const { objectId } = await disputedInvoice(context);
  return { objectId };
}

export async function recoverInvoice(context: TriggerContext): Promise<TriggerResult> {
  const { objectId, disputeId } = await disputedInvoice(context);
  await context.florin.post('/v1/disputes/{dispute_id}/evidence', {
    path: { dispute_id: disputeId },
    body: { text: 'winning_evidence' },
  });
  context.say('sent winning evidence');
  return { objectId };
}
