import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect } from 'vitest';
import { CARDS } from './contract/pay.ts';
import { must, newOwner, type Owner } from './contract/people.ts';
import { record } from './contract/world.ts';
import { query } from './database.ts';
import { beginAtStripe, payAtStripe, readBooks } from './stripe.ts';

export const AMOUNT = 2_500;
/** Other money of the account, which could pay a refund a second time. */
export const SPARE = 50_000;

export interface Paid {
  readonly owner: Owner;
  readonly invoiceId: string;
  readonly paymentId: string;
}

/** An open invoice whose customer can pay at Stripe. */
export async function invoiced() {
  const owner = await newOwner();
  await record(owner, { type: 'credit', amount: SPARE });
  const customer = await must(() =>
    owner.call('POST', '/v1/customers', { body: { email: 'ada@example.com' } }),
  );
  const lines = [{ description: 'Consulting', unit_amount: AMOUNT }];
  const draft = await must(() =>
    owner.call('POST', '/v1/invoices', { body: { customer_id: customer.id, lines } }),
  );
  const { id, payment_url } = await must(() => owner.call('POST', `/v1/invoices/${draft.id}/send`));
  return { owner, invoiceId: String(id), url: String(payment_url) };
}

export async function paid(card: string = CARDS.good): Promise<Paid> {
  const { owner, invoiceId, url } = await invoiced();
  await payAtStripe(await beginAtStripe(url), card);
  return { owner, invoiceId, paymentId: await untilPaid(owner, invoiceId) };
}

export async function untilPaid(owner: Owner, invoiceId: string): Promise<string> {
  return eventually(async () => {
    const { body } = await owner.call('GET', `/v1/invoices/${invoiceId}`);
    expect(body.status).toBe('paid');
    return String(body.payment_id);
  });
}

/** Amounts that Stripe has moved over all charges of a payment. */
export async function atStripe(paymentId: string) {
  const charges = await query<{ id: string; reference: string }>(
    'processors',
    'select id, reference from processors.charges where payment_id = $1',
    [parsePublicId('paymentRequest', paymentId)],
  );
  const ids = charges.map(({ id }) => id);
  const { payments } = await readBooks();
  const mine = payments.filter(({ metadata }) => ids.includes(metadata.florin_id ?? ''));
  const sum = (of: 'captured' | 'refunded' | 'disputed') =>
    mine.reduce((total, payment) => total + payment[of], 0);
  return {
    ...{ captured: sum('captured'), refunded: sum('refunded'), disputed: sum('disputed') },
    intent: mine.find(({ captured }) => captured > 0)?.payment_intent ?? '',
  };
}

/**
 * Checks that Stripe, the account, the processors' resources and the invoice agree; returns the
 * amounts.
 */
export async function agree({ owner, invoiceId, paymentId }: Paid) {
  return eventually(async () => {
    const { captured, refunded, disputed } = await atStripe(paymentId);
    const balance = await must(() => owner.call('GET', '/v1/account/balance'));
    expect(balance.available).toBe(SPARE + captured - refunded - disputed);
    const list = async (what: 'refunds' | 'disputes') =>
      (await must(() => owner.call('GET', `/v1/${what}?payment_id=${paymentId}&limit=100`)))
        .data as { amount: number; status: string; withheld: number }[];
    const refunds = await list('refunds');
    expect(refunds.map(({ status }) => status)).not.toContain('pending');
    const given = refunds.filter(({ status }) => status === 'succeeded');
    expect(given.reduce((total, { amount }) => total + amount, 0)).toBe(refunded);
    const disputes = await list('disputes');
    expect(disputes.reduce((total, { withheld }) => total + withheld, 0)).toBe(disputed);
    const invoice = await must(() => owner.call('GET', `/v1/invoices/${invoiceId}`));
    expect(invoice).toMatchObject({ amount_paid: captured, amount_disputed: disputed });
    expect(invoice.amount_refunded).toBe(refunded);
    expect(refunded).toBeLessThanOrEqual(captured);
    return { refunded, disputed, refunds };
  });
}

export const refund = ({ owner, paymentId }: Paid, body: object, key?: string) =>
  owner.call('POST', `/v1/payments/${paymentId}/refund`, {
    body,
    ...(key !== undefined && { key }),
  });

/** Money returned by a credit note counts as credited, not as refunded. */
export async function agreeWithNotes({ owner, invoiceId, paymentId }: Paid) {
  return eventually(async () => {
    const { captured, refunded } = await atStripe(paymentId);
    const balance = await must(() => owner.call('GET', '/v1/account/balance'));
    expect(balance.available).toBe(SPARE + captured - refunded);
    const invoice = await must(() => owner.call('GET', `/v1/invoices/${invoiceId}`));
    expect(invoice.amount_refunded + invoice.amount_credited).toBe(refunded);
    return { refunded };
  });
}
