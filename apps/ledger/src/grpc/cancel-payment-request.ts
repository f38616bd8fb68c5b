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
    if (status === 200) return {};
    throw new AppError('conflict', (body as { message: string }).message);
  };
}
