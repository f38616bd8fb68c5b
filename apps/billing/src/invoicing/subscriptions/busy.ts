import { isRetryLater, type Reply, retryLater } from '@florin/contracts';

/** A charge takes milliseconds, so a concurrent request waits instead of being refused. */
const WAIT_MS = 1_200;
const PAUSE_MS = 30;

export const IS_CHARGED = 'a charge of this subscription is in progress; retry in a second';

/** The reply while a charge is in progress. */
export function busyReply(): Reply {
  return retryLater(IS_CHARGED);
}

/** The reply to a change while the test clock of the subscription is being advanced. */
export function clockIsAdvancing(): Reply {
  return retryLater('the test clock is being advanced; retry when it is ready');
}

/** Repeats work while its reply is to retry later, for a limited time. */
export async function retryWhileBusy<Result extends object | string>(
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
