import { type ErrorCode, linkedPaymentRequestSchema } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import type { makeGetPayment } from '../operations/get-payment.ts';
import type { Writer } from '../writer/create-writer.ts';
import { assertMayWrite, submitCommand } from './submit-command.ts';

export function cancelPaymentRoute(
  writer: Writer,
  getPayment: ReturnType<typeof makeGetPayment>,
  linkBase: string,
) {
  const route = {
    method: 'POST',
    path: '/v1/payments/{payment_id}/cancel',
    errors: [
      'invalid_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'conflict',
      'not_cancellable',
    ] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    summary: 'Cancel a pending payment request',
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    params: idParams({ payment_id: 'paymentRequest' }),
    replies: { 200: linkedPaymentRequestSchema },
    async handle(request) {
      const paymentId = request.params.payment_id;
      const { accountId } = await getPayment(request.caller, paymentId);
      assertMayWrite(route, request.caller, accountId);
      const command = { kind: 'cancel_payment', paymentId, by: 'client', linkBase } as const;
      return submitCommand(writer, route, request, accountId, command);
    },
  });
}
