import { linkedPaymentRequestSchema } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import { toLinkedResource, toPaymentResource } from '../domain/payment-request.ts';
import type { makeGetPayment } from '../operations/get-payment.ts';

/** What the two routes have in common. */
const common = {
  method: 'GET',
  token: 'session_or_key',
  scope: 'payments:read',
  params: idParams({ payment_id: 'paymentRequest' }),
} as const;

const statusSchema = linkedPaymentRequestSchema
  .pick({ id: true, status: true, amount: true, currency: true, reference: true, updated_at: true })
  .required();

export function getPaymentRoutes(getPayment: ReturnType<typeof makeGetPayment>, linkBase: string) {
  return [
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}',
      summary: 'Retrieve a payment request',
      replies: { 200: linkedPaymentRequestSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      async handle({ params, caller }) {
        const payment = await getPayment(caller, params.payment_id);
        return { status: 200, body: toLinkedResource(payment, linkBase) };
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}/status',
      summary: 'Retrieve the status of a payment request',
      replies: { 200: statusSchema },
      errors: ['unauthorized', 'not_found'],
      async handle({ params, caller }) {
        const payment = toPaymentResource(await getPayment(caller, params.payment_id));
        const { id, status, amount, currency, reference, updated_at } = payment;
        return { status: 200, body: { id, status, amount, currency, reference, updated_at } };
      },
    }),
  ];
}
