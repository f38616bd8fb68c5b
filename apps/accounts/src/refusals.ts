import {
  AppError,
  type ErrorCode,
  type Reply,
  refuse,
  retryLater,
  type Uuid,
} from '@florin/contracts';

/** The refusal that a call ended with, if it is one of these; other errors are thrown on. */
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

/** The run that a step belongs to: what it claims accounts by. */
export function runOf(stepKey: string): Uuid {
  return stepKey.split(':', 1)[0] ?? '';
}

/** Why work on an account cannot begin. Being busy passes. */
export function refuseClaim(claim: 'busy' | 'closed'): Reply {
  if (claim === 'closed')
    return refuse('conflict', 'the account is closed: nothing of it can be changed');
  return retryLater('another change of this account is under way: repeat the request in a second');
}
