import { isLive, toPublicId } from '@florin/contracts';
import { choice, createdAt, idOf, livemode, objectOf, updatedAt } from '@florin/contracts/members';
import { defineRoute, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { PaymentAttempt } from '../domain/payment-request/model.ts';
import type { Books } from '../shards/books.ts';
import { getPayment } from './operations.ts';
import { listAttempts } from './queries.ts';

const attemptSchema = z
  .object({
    object: objectOf('payment_attempt'),
    livemode,
    payment_id: idOf('paymentRequest', 'Payment of the attempt'),
    status: choice(['processing', 'succeeded', 'declined'], 'Status of the attempt', {
      processing: 'the processor has not responded yet, or the customer must continue there',
      succeeded: 'the money was collected',
      declined: 'no money was collected',
    }),
    processor: z.string().meta({
      description: 'Payment processor of the attempt.',
      examples: ['stripe'],
    }),
    decline_code: z
      .string()
      .nullable()
      .meta({
        description:
          'Reason for the decline; `abandoned` if it never reached the processor. Null unless declined.',
        examples: ['insufficient_funds'],
      }),
    card: z
      .object({
        brand: z.string().meta({ description: 'Card brand.', examples: ['visa'] }),
        last4: z.string().meta({ description: 'Last four digits.', examples: ['4242'] }),
      })
      .nullable()
      .describe('Card of the attempt; null if none or unknown.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'PaymentAttempt',
    description: 'An attempt of a customer to pay a payment request.',
  });

/** Lists the attempts to pay, with the reasons of declines. */
export const attemptsRoute = ({ books }: { readonly books: Books }) =>
  defineRoute({
    method: 'GET',
    path: '/v1/payments/{payment_id}/attempts',
    operationId: 'listPaymentAttempts',
    summary: 'List the attempts of a payment request',
    description:
      'Payment attempts with the card and the reason for a decline, newest first. At most 100.',
    token: 'session_or_key',
    scope: 'payments:read',
    params: idParams({ payment_id: 'paymentRequest' }),
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z.array(attemptSchema).describe('Attempts, newest first, at most 100.'),
        })
        .meta({ id: 'PaymentAttemptList', description: 'All attempts of a payment request.' }),
    },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      const { id } = await getPayment(books, caller, params.payment_id);
      const attempts = await listAttempts(books.of(id), id);
      return { status: 200, body: { object: 'list', data: attempts.map(toResource) } };
    },
  });

function toResource(attempt: PaymentAttempt): z.output<typeof attemptSchema> {
  const { accountId, paymentId, status, processor, declineCode, card } = attempt;
  return {
    object: 'payment_attempt',
    livemode: isLive(accountId),
    payment_id: toPublicId('paymentRequest', paymentId),
    ...{ status, processor, decline_code: declineCode },
    card: card && { brand: card.brand, last4: card.last4 },
    created_at: new Date(attempt.createdAt).toISOString(),
    updated_at: new Date(attempt.updatedAt).toISOString(),
  };
}
