import { Florin, FlorinError } from '@florin/client';

/** API client that uses the browser session of the logged-in user. */
export const florin = new Florin({
  url: '',
  inBrowserSession: true,
  retry: { triesMax: 3 },
  timeoutMs: 15_000,
});

/** Redirects to the login, which returns to the current page. */
export function goToLogin(): void {
  const here = location.pathname + location.search;
  location.assign(`/auth/login?return_to=${encodeURIComponent(here)}`);
}

export function isLoggedOut(error: unknown): boolean {
  return error instanceof FlorinError && error.status === 401;
}

/** The API's error message, and the request ID to report. */
export function toProblem(error: unknown): {
  readonly message: string;
  readonly code?: string;
  readonly requestId?: string;
} {
  if (!(error instanceof FlorinError))
    return { message: String((error as Error).message ?? error) };
  const { message, code, requestId } = error;
  return requestId === undefined ? { message, code } : { message, code, requestId };
}
