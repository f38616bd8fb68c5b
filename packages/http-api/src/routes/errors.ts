import { AppError, type Reply } from '@florin/contracts';

/** The one body shape of failures, whatever was thrown. Bugs stay without their text. */
export function toErrorReply(error: unknown): Reply {
  if (!(error instanceof AppError) || (error.status >= 500 && error.code === 'internal_error'))
    return {
      status: 500,
      body: {
        error: 'internal_error',
        message:
          'something went wrong on our side: repeat the request, with the same Idempotency-Key if it had one',
      },
    };
  const headers: Record<string, string> = { ...retryAfterOf(error.status), ...error.headers };
  // RFC 9110 section 11.6.1: a 401 says how to authenticate.
  if (error.status === 401) headers['WWW-Authenticate'] ??= 'Bearer';
  return { status: error.status, headers, body: { error: error.code, message: error.message } };
}

/** RFC 9110 section 10.2.3: how long to wait before the request is repeated, in seconds. */
export function retryAfterOf(status: number): Readonly<Record<string, string>> {
  return status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
}

/** For a member that there is, but not for this caller. */
export function onlyAdminsChoose(name: string): AppError {
  return new AppError('invalid_request', `only an admin may choose ${name}: leave it out`);
}

/** For what does not exist, and for what exists but is not the caller's to see. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `there is no ${what} with this id`);
}
