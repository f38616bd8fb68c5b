import { AppError, type ErrorCode, errorStatuses } from './errors.ts';

/** Days for which an Idempotency-Key and its answer are remembered. */
export const IDEMPOTENCY_KEY_DAYS = 7;

/** What an operation answers, whatever carries it. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** The body as JSON, where it has been written already. */
  readonly json?: string;
}

/**
 * A refusal that is an outcome like any other: it commits with its Idempotency-Key and a replay
 * gets it again. What must not be remembered is thrown as an AppError.
 */
export function refuse(code: ErrorCode, message: string): Reply {
  return { status: errorStatuses[code], body: { error: code, message } };
}

/** @param declineCode Stripe's name of the reason; null where it is unknown */
export function refuseCard(message: string, declineCode: string | null): Reply {
  const reply = refuse('card_declined', message);
  return declineCode === null
    ? reply
    : { ...reply, body: { ...reply.body, decline_code: declineCode } };
}

/**
 * The refusal of a call that meets another one on the same object: nothing was done, and the
 * client may repeat it in a second. No key remembers it.
 */
export function retryLater(message: string): Reply {
  return { ...refuse('conflict', message), headers: { 'Retry-After': '1' } };
}

export function isRetryLater({ status, headers = {} }: Reply): boolean {
  return status === errorStatuses.conflict && 'Retry-After' in headers;
}

/**
 * Successes and the refusals that depend on state (402, 409) are remembered with their key, unless
 * they only ask to come back.
 */
export function isReplayable(reply: Reply): boolean {
  const { status } = reply;
  return (
    (status >= 200 && status < 300) || status === 402 || (status === 409 && !isRetryLater(reply))
  );
}

/** The first reply again, as a client sees it; undefined while there is none. */
export function toReplay(row: { status: number | null; body: string | null }): Reply | undefined {
  if (row.status === null || row.body === null) return undefined;
  return {
    status: row.status,
    headers: { 'Idempotent-Replayed': 'true' },
    body: JSON.parse(row.body) as object,
  };
}

/** The answer to a key that was used for something else. */
export function otherContent(): AppError {
  return new AppError(
    'invalid_request',
    'this Idempotency-Key was used for a request with other content: use a new key',
    { status: 422 },
  );
}

/** The answer to whoever is not waiting any more: it was never begun. */
export function waitedTooLong(): AppError {
  return new AppError(
    'unavailable',
    'it waited for too long and nothing was done: repeat the request',
  );
}

/** The answer while the first request with a key has none yet. */
export function stillRunning(): AppError {
  return new AppError(
    'conflict',
    'the first request with this Idempotency-Key is still running: repeat it in a second',
    { headers: { 'Retry-After': '1' } },
  );
}
