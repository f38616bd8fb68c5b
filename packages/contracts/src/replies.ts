import { type ErrorCode, errorStatuses } from './errors.ts';

/** What an operation answers, whatever carries it. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/**
 * A refusal that is an outcome like any other: it commits with its Idempotency-Key and a replay
 * gets it again. What must not be remembered is thrown as an AppError.
 */
export function refuse(code: ErrorCode, message: string): Reply {
  return { status: errorStatuses[code], body: { error: code, message } };
}

/** Successes and the refusals that depend on state (402, 409) are remembered with their key. */
export function isRemembered(status: number): boolean {
  return (status >= 200 && status < 300) || status === 402 || status === 409;
}
