import { AppError, parsePublicId, transactionTypes } from '@florin/contracts';
import {
  amountField,
  currencyField,
  idField,
  metadataField,
  referenceField,
} from '@florin/http-api';
import { z } from 'zod';
import type { CreateTransaction } from '../domain/command.ts';

/** The name of the body in the OpenAPI document. */
export const TRANSACTION_BODY = 'NewTransaction';

/** What a client sends to create a transaction. */
export const transactionBody = z
  .object({
    account_id: idField('account'),
    amount: amountField,
    currency: currencyField,
    type: z.enum(transactionTypes),
    reference: referenceField.nullish(),
    metadata: metadataField.nullish(),
    /** Of payments: settled by itself, or held until it is captured. */
    capture: z.enum(['automatic', 'manual']).optional(),
    /** Of refunds: the payment that is given back. */
    refund_of_id: z.string().optional(),
  })
  .meta({ id: TRANSACTION_BODY });

/** @throws AppError invalid_request for fields that do not go with the type. */
export function toCommand(
  body: z.output<typeof transactionBody>,
  settlementDelayMs: number,
): CreateTransaction {
  const { type, amount, currency, capture, refund_of_id } = body;
  if (capture !== undefined && type !== 'payment')
    throw new AppError('invalid_request', 'capture: is for payments only');
  if (refund_of_id !== undefined && type !== 'refund')
    throw new AppError('invalid_request', 'refund_of_id: is for refunds only');
  const refundOf = refund_of_id === undefined ? null : parsePublicId('transaction', refund_of_id);
  if (refundOf === undefined)
    throw new AppError('invalid_request', 'refund_of_id: must be the id of a payment (txn_…)');
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
