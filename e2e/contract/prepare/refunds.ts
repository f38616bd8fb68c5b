import { eventually } from '@florin/testing';
import { CARDS, pay } from '../pay.ts';
import { must, type Owner } from '../people.ts';
import { requestPayment } from '../world.ts';

/** A payment request that a customer has paid, or tried to pay. */
export async function paidBy(owner: Owner, card: string = CARDS.good, fields: object = {}) {
  const { id, payment_url } = await requestPayment(owner, fields);
  await pay(payment_url, card);
  return { id: String(id) };
}

export interface PartOfPayment {
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
