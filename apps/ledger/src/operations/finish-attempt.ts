import type { Uuid } from '@florin/contracts';
import type { Cause } from '../domain/event.ts';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { AttemptState } from '../processors/payment-processor.ts';
import type { Writer } from '../writer/create-writer.ts';

const DEADLINE_MS = 10_000;

export type OpenAttempt = Pick<PaymentAttempt, 'id' | 'accountId' | 'paymentId'>;
export type FinishAttempt = (
  attempt: OpenAttempt,
  state: AttemptState,
  cause: Cause,
) => Promise<void>;

/**
 * Writes down what the processor has made of an attempt, and credits what it took. Any number of
 * processes may do so: the first one counts, and the others say the same.
 */
export function makeFinishAttempt(writer: Writer): FinishAttempt {
  return async ({ id, accountId, paymentId }, state, cause) => {
    if (state.status === 'pending') return;
    const { body } = await writer.submit(
      {
        accountId,
        command: { kind: 'finish_attempt', paymentId, attemptId: id, outcome: state },
        once: undefined,
        cause,
      },
      performance.now() + DEADLINE_MS,
    );
    const { status } = body as { status: PaymentAttempt['status'] };
    if ((status === 'succeeded') !== (state.status === 'succeeded')) throw contradiction(id);
  };
}

/** Nobody can mend this by program: money was taken that was not credited, or the reverse. */
function contradiction(attemptId: Uuid): Error {
  return new Error(`the processor says otherwise than before of the attempt ${attemptId}`);
}
