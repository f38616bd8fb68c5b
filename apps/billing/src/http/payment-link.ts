import {
  type Caller,
  type ErrorCode,
  paymentLinkSchema,
  type Reply,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { defineRoute, idempotencyKeyOf, idParams, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Invoice } from '../domain/invoice.ts';
import type { LinkWish } from '../operations/payment-link.ts';
import { assertSells } from './permissions.ts';
import { causeOf } from './subscription-fields.ts';

export interface PaymentLinkParts {
  readonly find: (caller: Caller, id: Uuid) => Promise<Invoice>;
  readonly begin: (wish: LinkWish, key: IdempotencyKey | undefined) => Promise<Reply>;
}

export function paymentLinkRoute({ find, begin }: PaymentLinkParts): Route {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'unauthorized',
    'forbidden',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/payment_link',
    summary: 'Find or make the page at which a customer can pay an open or uncollectible invoice',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ invoice_id: 'invoice' }),
    body: z.object({}),
    isBodyOptional: true,
    replies: { 200: paymentLinkSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { caller, params } = request;
      const invoice = await find(caller, params.invoice_id);
      assertSells({ errors }, caller, invoice, 'only who has sent an invoice may ask for its link');
      const key = idempotencyKeyOf('POST /v1/invoices/{invoice_id}/payment_link', request, [
        invoice.id,
      ]);
      return begin({ invoiceId: invoice.id, cause: causeOf(request), ended: 0, made: null }, key);
    },
  });
}
