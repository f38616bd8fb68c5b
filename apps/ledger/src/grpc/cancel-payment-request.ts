import type { Assertion } from '@florin/caller-assertion';
import { AppError } from '@florin/contracts';
import type { Writer } from '../writer/create-writer.ts';

const DEADLINE_MS = 2_000;

/** ChargesService.CancelPaymentRequest: billing no longer wants the money. */
export function cancelPaymentRequestRpc(writer: Writer, linkBase: string) {
  return async (
    { accountId, paymentId }: { accountId: string; paymentId: string },
    { requestId }: Assertion,
  ) => {
    const { status, body } = await writer.submit(
      {
        accountId,
        command: { kind: 'cancel_payment', paymentId, linkBase },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      performance.now() + DEADLINE_MS,
    );
    const { error, message } = body as { error?: string; message: string };
    // One that has failed cannot be paid any more either.
    if (status === 200 || error === 'not_cancellable') return {};
    throw new AppError('conflict', message);
  };
}
