import { type ErrorCode, type Reply, transactionSchema } from '@florin/contracts';
import { type ApiRequest, defineRoute, denied, notFound } from '@florin/http-api';
import type { z } from 'zod';
import type { Writer } from '../writer/create-writer.ts';
import { assertMayWrite, submitCommand, type WritingRoute } from './submit-command.ts';
import { toCommand, transactionBody } from './transaction-body.ts';

export interface CreateTransactionSettings {
  readonly settlementDelayMs: number;
  readonly creditBy: 'owner' | 'admin';
}

/** Creates one transaction, by itself or as one of many. */
export type CreateTransaction = (
  route: WritingRoute,
  request: ApiRequest<undefined, undefined, z.output<typeof transactionBody>>,
) => Promise<Reply>;

/** @throws AppError for whatever leaves no trace. */
export function makeCreateTransaction(
  writer: Writer,
  { settlementDelayMs, creditBy }: CreateTransactionSettings,
): CreateTransaction {
  return async (route, request) => {
    const { body, caller } = request;
    if (body.account_id === undefined) throw notFound('account');
    assertMayWrite(route, caller, body.account_id);
    if (body.type === 'credit' && creditBy === 'admin' && caller.role !== 'admin')
      throw denied(
        route,
        'only an administrator may record credits here: LEDGER_CREDIT_BY=owner lets owners do so',
      );
    const command = toCommand(body, settlementDelayMs);
    return submitCommand(writer, route, request, body.account_id, command);
  };
}

export function createTransactionRoute(createTransaction: CreateTransaction) {
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
    body: transactionBody,
    formerNames: { body: { refund_of: 'refund_of_id' } },
    replies: { 201: transactionSchema },
    handle: (request) => createTransaction(route, request),
  });
}
