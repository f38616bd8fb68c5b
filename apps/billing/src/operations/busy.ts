import { AppError, type Reply, refuse } from '@florin/contracts';

/** A charge takes milliseconds: whoever meets one waits for it rather than being sent away. */
const WAIT_MS = 1_200;
const PAUSE_MS = 30;

const MESSAGE = 'a charge of this subscription is on its way: repeat the request in a second';

/** The answer while a charge is on its way. It is not remembered with an Idempotency-Key. */
export function busyReply(): Reply {
  return {
    status: 503,
    headers: { 'Retry-After': '1' },
    body: { error: 'unavailable', message: MESSAGE },
  };
}

export function busyError(): AppError {
  return new AppError('unavailable', MESSAGE, { headers: { 'Retry-After': '1' } });
}

/** The answer to a change while time itself goes on. */
export function clockMoves(): Reply {
  return refuse(
    'conflict',
    'the test clock is being advanced: repeat the request when that is done',
  );
}

/** Repeats work for as long as its answer is that a charge is on its way, within bounds. */
export async function untilFree<Result>(
  work: () => Promise<Result | Reply>,
): Promise<Result | Reply> {
  const waitEndsAt = performance.now() + WAIT_MS;
  for (;;) {
    const result = await work();
    if (!isBusy(result) || performance.now() > waitEndsAt) return result;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function isBusy(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'status' in result && result.status === 503
  );
}
