import { AppError } from '@florin/contracts';
import type { RpcCall } from '@florin/grpc';
import type { Writer } from '../writer/create-writer.ts';

/** ChargesService.CancelPaymentRequest: billing no longer wants the money. */
export function cancelPaymentRequestRpc(writer: Writer, linkBase: string) {
  return async (
    { accountId, paymentId }: { accountId: string; paymentId: string },
    { requestId, deadline }: RpcCall,
  ) => {
    const { status, body } = await writer.submit(
      {
        accountId,
        command: { kind: 'cancel_payment', paymentId, by: 'service', linkBase },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      deadline,
    );
    const { error, message } = body as { error?: string; message: string };
    // One that has failed cannot be paid any more either.
    if (status === 200 || error === 'not_cancellable') return {};
    throw new AppError('conflict', message);
  };
}
