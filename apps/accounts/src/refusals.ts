import {
  AppError,
  type ErrorCode,
  type Reply,
  refuse,
  retryLater,
  type Uuid,
} from '@florin/contracts';

/** The refusal of a call, if it is one of these; rethrows other errors. */
export async function refusalOf(
  call: Promise<unknown>,
  codes: readonly ErrorCode[],
): Promise<Reply | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || !codes.includes(error.code)) throw error;
    return refuse(error.code, error.message);
  }
}

/** The saga run of a step, which claims accounts. */
export function runOf(stepKey: string): Uuid {
  return stepKey.split(':', 1)[0] ?? '';
}

/** The refusal of a saga that cannot claim its account. `busy` is temporary. */
export function refuseClaim(claim: 'busy' | 'closed'): Reply {
  if (claim === 'closed') return refuse('conflict', 'the account is closed; it cannot be changed');
  return retryLater('another change to this account is in progress; retry in a second');
}
