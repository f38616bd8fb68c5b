import { isLive, toPublicId } from '@florin/contracts';
import { choice, createdAt, idOf, livemode, objectOf, updatedAt } from '@florin/contracts/members';
import { defineRoute, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { Books } from '../shards/books.ts';
import type { PaymentAttempt } from './model.ts';
import { getPayment } from './operations.ts';
import { listAttempts } from './queries.ts';

const attemptSchema = z
  .object({
    object: objectOf('payment_attempt'),
    livemode,
    payment_id: idOf('paymentRequest', 'Payment that was to be paid'),
    status: choice(['processing', 'succeeded', 'declined'], 'What has become of it', {
      processing: 'the processor has not said yet, or the customer has to go on there',
      succeeded: 'the money was taken',
      declined: 'nothing was taken',
    }),
    processor: z.string().meta({
      description: 'Name of the payment processor by which it was tried.',
      examples: ['stripe'],
    }),
    decline_code: z
      .string()
      .nullable()
      .meta({
        description:
          'Why it was declined; `abandoned` where it never reached the processor. Null unless it was.',
        examples: ['insufficient_funds'],
      }),
    card: z
      .object({
        brand: z.string().meta({ description: 'Brand of the card.', examples: ['visa'] }),
        last4: z.string().meta({ description: 'Its last four digits.', examples: ['4242'] }),
      })
      .nullable()
      .describe('The card that was tried; null where it was none, or is not known.'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'PaymentAttempt', description: 'One try of somebody to pay a payment.' });

/** Lists the attempts to pay, with the reasons of declines. */
export const attemptsRoute = ({ books }: { readonly books: Books }) =>
  defineRoute({
    method: 'GET',
    path: '/v1/payments/{payment_id}/attempts',
    operationId: 'listPaymentAttempts',
    summary: 'List every attempt to pay a payment request, the newest first',
    description:
      'How often somebody tried to pay, by which card and why it was declined. Up to 100 come in one answer.',
    token: 'session_or_key',
    scope: 'payments:read',
    params: idParams({ payment_id: 'paymentRequest' }),
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z.array(attemptSchema).describe('The newest first, 100 at most.'),
        })
        .meta({ id: 'PaymentAttemptList', description: 'Every attempt to pay a payment.' }),
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
