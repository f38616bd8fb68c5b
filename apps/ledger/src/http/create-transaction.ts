import {
  AppError,
  type ErrorCode,
  parsePublicId,
  transactionSchema,
  transactionTypes,
} from '@florin/contracts';
import {
  amountField,
  currencyField,
  defineRoute,
  denied,
  idField,
  metadataField,
  notFound,
  referenceField,
} from '@florin/http-api';
import { z } from 'zod';
import type { CreateTransaction } from '../domain/command.ts';
import type { Writer } from '../writer/create-writer.ts';
import { assertMayWrite, submitCommand } from './submit-command.ts';

const bodySchema = z.object({
  account_id: idField('account'),
  amount: amountField,
  currency: currencyField,
  type: z.enum(transactionTypes),
  reference: referenceField.nullish(),
  metadata: metadataField.nullish(),
  /** Of payments: settled by itself, or held until it is captured. */
  capture: z.enum(['automatic', 'manual']).optional(),
  /** Of refunds: the payment that is given back. */
  refund_of: z.string().optional(),
});

export interface CreateTransactionSettings {
  readonly settlementDelayMs: number;
  readonly creditBy: 'owner' | 'admin';
}

export function createTransactionRoute(writer: Writer, settings: CreateTransactionSettings) {
  const route = {
    method: 'POST',
    path: '/v1/transactions',
    errors: [
      'invalid_request',
      'currency_mismatch',
      'unauthorized',
      'insufficient_funds',
      'not_found',
    ] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    summary: 'Record a credit, a payment or a refund',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    body: bodySchema,
    replies: { 201: transactionSchema },
    async handle(request) {
      const { body, caller } = request;
      if (body.account_id === undefined) throw notFound('account');
      assertMayWrite(route, caller, body.account_id);
      if (body.type === 'credit' && settings.creditBy === 'admin' && caller.role !== 'admin')
        throw denied(route, 'only an admin may record credits here');
      const command = toCommand(body, settings.settlementDelayMs);
      return submitCommand(writer, route, request, body.account_id, command);
    },
  });
}

function toCommand(
  body: z.output<typeof bodySchema>,
  settlementDelayMs: number,
): CreateTransaction {
  const { type, amount, currency, capture, refund_of } = body;
  if (capture !== undefined && type !== 'payment')
    throw new AppError('invalid_request', 'capture: is for payments only');
  if (refund_of !== undefined && type !== 'refund')
    throw new AppError('invalid_request', 'refund_of: is for refunds only');
  const refundOf = refund_of === undefined ? null : parsePublicId('transaction', refund_of);
  if (refundOf === undefined)
    throw new AppError('invalid_request', 'refund_of: must be the id of a payment (txn_…)');
  return {
    kind: 'create',
    type,
    amount,
    currency,
    reference: body.reference ?? null,
    metadata: body.metadata ?? {},
    capture: capture ?? 'automatic',
    settlementDelayMs,
    refundOf,
  };
}
