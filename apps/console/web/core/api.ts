import { Florin, FlorinError } from '@florin/client';

/** The API, called as whoever is logged in here. */
export const florin = new Florin({
  url: '',
  inBrowserSession: true,
  retry: { triesMax: 3 },
  timeoutMs: 15_000,
});

/** Leads to the login, and back to where somebody was. */
export function goToLogin(): void {
  const here = location.pathname + location.search;
  location.assign(`/auth/login?return_to=${encodeURIComponent(here)}`);
}

export function isLoggedOut(error: unknown): boolean {
  return error instanceof FlorinError && error.status === 401;
}

/** What went wrong, in the words of the API, and what to tell those who look into it. */
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
