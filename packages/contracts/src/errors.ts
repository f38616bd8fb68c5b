/**
 * Every public error code with its default HTTP status. The last three codes and those of second
 * factors are additions to the specified ones.
 */
export const errorStatuses = {
  invalid_request: 400,
  currency_mismatch: 400,
  invalid_grant: 400,
  invalid_credentials: 401,
  second_factor_required: 401,
  insufficient_user_authentication: 401,
  unauthorized: 401,
  insufficient_funds: 402,
  card_declined: 402,
  forbidden: 403,
  not_found: 404,
  account_not_found: 404,
  invalid_session: 404,
  email_exists: 409,
  conflict: 409,
  not_cancellable: 409,
  active_subscriptions: 409,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(errorStatuses, text);
}

export interface AppErrorOptions extends ErrorOptions {
  /** Operations that return this code with a status other than the default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An expected failure that rolls back its transaction. Refusals that must be stored are returned as
 * replies instead; any other thrown error is a bug and becomes `internal_error`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message shown to the caller: what is wrong and what to do about it */
  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? errorStatuses[code];
    this.headers = options.headers ?? {};
  }
}
