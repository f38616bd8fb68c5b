import { isRetryLater, putOff, type Reply } from '@florin/contracts';

/** A charge takes milliseconds: whoever meets one waits for it rather than being sent away. */
const WAIT_MS = 1_200;
const PAUSE_MS = 30;

export const IS_CHARGED =
  'a charge of this subscription is on its way: repeat the request in a second';

/** The answer while a charge is on its way. */
export function busyReply(): Reply {
  return putOff(IS_CHARGED);
}

/** The answer to a change while time itself goes on. */
export function clockMoves(): Reply {
  return putOff('the test clock is being advanced: repeat the request when that is done');
}

/** Repeats work for as long as its answer is to come back, within bounds. */
export async function untilFree<Result extends object | string>(
  work: () => Promise<Result>,
): Promise<Result> {
  const waitEndsAt = performance.now() + WAIT_MS;
  for (;;) {
    const result = await work();
    const isBusy = isReply(result) && isRetryLater(result);
    if (!isBusy || performance.now() > waitEndsAt) return result;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function isReply(result: object | string): result is Reply {
  return typeof result !== 'string' && 'status' in result && 'body' in result;
}
