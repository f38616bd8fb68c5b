import { AppError, type Reply } from '@florin/contracts';

/** The body of every failure. The text of an unexpected error is not disclosed. */
export function toErrorReply(error: unknown): Reply {
  if (!(error instanceof AppError) || (error.status >= 500 && error.code === 'internal_error'))
    return {
      status: 500,
      body: {
        error: 'internal_error',
        message:
          'an internal error occurred; retry, with the same Idempotency-Key if the request had one',
      },
    };
  const headers: Record<string, string> = { ...retryAfterOf(error.status), ...error.headers };
  // RFC 9110, section 11.6.1: a 401 must contain a challenge.
  if (error.status === 401) headers['WWW-Authenticate'] ??= 'Bearer';
  return { status: error.status, headers, body: { error: error.code, message: error.message } };
}

/** RFC 9110, section 10.2.3: seconds to wait before a retry. */
export function retryAfterOf(status: number): Readonly<Record<string, string>> {
  return status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
}

/** Error for a member that this caller may not set. */
export function onlyAdminsChoose(name: string): AppError {
  return new AppError('invalid_request', `only an admin can set ${name}; omit it`);
}

/** Error for an object that does not exist or is not visible to the caller. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `there is no ${what} with this id`);
}
