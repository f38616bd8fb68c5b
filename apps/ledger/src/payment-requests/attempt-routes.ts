import { isLive, toPublicId } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LedgerTables } from '../tables.ts';
import type { PaymentAttempt } from './model.ts';
import { getPayment } from './operations.ts';
import { listAttempts } from './queries.ts';

const attemptSchema = z.object({
  object: z.literal('payment_attempt'),
  livemode: z.boolean(),
  payment_id: z.string(),
  status: z.enum(['processing', 'succeeded', 'declined']),
  processor: z.string(),
  decline_code: z.string().nullable().meta({
    description: 'Why it was declined; `abandoned` where it never reached the processor.',
  }),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

/** Tells how often somebody tried to pay, and why they could not. */
export const attemptsRoute = ({ db }: { readonly db: Kysely<LedgerTables> }) =>
  defineRoute({
    method: 'GET',
    path: '/v1/payments/{payment_id}/attempts',
    operationId: 'listPaymentAttempts',
    summary: 'List every attempt to pay a payment request, the newest first',
    token: 'session_or_key',
    scope: 'payments:read',
    params: idParams({ payment_id: 'paymentRequest' }),
    replies: { 200: z.object({ object: z.literal('list'), data: z.array(attemptSchema) }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      const { id } = await getPayment(db, caller, params.payment_id);
      const attempts = await listAttempts(db, id);
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
