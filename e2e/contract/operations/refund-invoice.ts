import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { type Caller, must, newOwner } from '../people.ts';
import { newPaymentMethod } from '../prepare/payment-methods.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, record, type World } from '../world.ts';

const payingInvoice = async ({ owner }: Side): Promise<Fresh> => ({
  id: (await newPaymentMethod(owner)).invoiceId,
});

const refundInvoice =
  (body: object | undefined, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) => {
    const { invoiceId } = await newPaymentMethod(world.owner);
    return by(world).call('POST', `/v1/invoices/${invoiceId}/refund`, body ? { body } : {});
  };

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/refund',
  access: [about('change what the account has', 'paidInvoice', { fresh: payingInvoice })],
  events: [
    'invoice.refunded',
    'refund.created',
    'refund.succeeded',
    'transaction.created',
    'transaction.succeeded',
  ],
  scenarios: [
    guarded,
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
  ],
};
