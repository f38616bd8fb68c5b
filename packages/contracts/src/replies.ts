import { AppError, type ErrorCode, errorStatuses } from './errors.ts';

/** Days that an Idempotency-Key and its response are stored. */
export const IDEMPOTENCY_KEY_DAYS = 7;

/** The result of an operation, independent of the transport. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** The body as JSON, if it is already serialized. */
  readonly json?: string;
}

/**
 * A refusal that commits with its Idempotency-Key, so that a replay returns it again. Refusals that
 * must not be stored are thrown as AppError.
 */
export function refuse(code: ErrorCode, message: string): Reply {
  return { status: errorStatuses[code], body: { error: code, message } };
}

/** @param declineCode Stripe's name of the reason; null if unknown */
export function refuseCard(message: string, declineCode: string | null): Reply {
  const reply = refuse('card_declined', message);
  return declineCode === null
    ? reply
    : { ...reply, body: { ...reply.body, decline_code: declineCode } };
}

/**
 * Refuses a call that conflicts with another one in progress: nothing was done, and the client may
 * retry in a second. Not stored with the key.
 */
export function retryLater(message: string): Reply {
  return { ...refuse('conflict', message), headers: { 'Retry-After': '1' } };
}

export function isRetryLater({ status, headers = {} }: Reply): boolean {
  return status === errorStatuses.conflict && 'Retry-After' in headers;
}

/**
 * Whether a reply is stored with its key: successes and refusals that depend on state (402, 409),
 * unless they ask for a retry.
 */
export function isReplayable(reply: Reply): boolean {
  const { status } = reply;
  return (
    (status >= 200 && status < 300) || status === 402 || (status === 409 && !isRetryLater(reply))
  );
}

/** The stored reply of a key; undefined if there is none yet. */
export function toReplay(row: { status: number | null; body: string | null }): Reply | undefined {
  if (row.status === null || row.body === null) return undefined;
  return {
    status: row.status,
    headers: { 'Idempotent-Replayed': 'true' },
    body: JSON.parse(row.body) as object,
  };
}

/** The error for a key that was used for a different request. */
export function otherContent(): AppError {
  return new AppError(
    'invalid_request',
    'this Idempotency-Key was used for a different request; use a new key',
    { status: 422 },
  );
}

/** The error for a request whose deadline passed before it started. */
export function waitedTooLong(): AppError {
  return new AppError('unavailable', 'the request waited too long and nothing was done; retry');
}

/** The error while the first request with a key is still running. */
export function stillRunning(): AppError {
  return new AppError(
    'conflict',
    'the first request with this Idempotency-Key is still running; retry in a second',
    { headers: { 'Retry-After': '1' } },
  );
}
