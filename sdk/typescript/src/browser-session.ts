import { FlorinError } from './errors.ts';

const LOCK = 'florin-session';

/**
 * Refreshes the browser's session and repeats the call. A refresh token works once and is shared by
 * all pages, so one page refreshes and the others reuse the result.
 * @throws FlorinError with status 401 once the session has ended: log in again
 */
export async function renewBrowserSession<Value>(
  callAgain: () => Promise<Value>,
  renew: () => Promise<void>,
): Promise<Value> {
  const { value } = await navigator.locks.request(LOCK, async () => {
    try {
      return { value: await callAgain() };
    } catch (error) {
      if (!(error instanceof FlorinError) || error.status !== 401) throw error;
      await renew().catch((refused: unknown) => {
        // If the refresh is refused for any reason, the original call needs a login.
        throw refused instanceof FlorinError && refused.status < 500 ? error : refused;
      });
      return { value: await callAgain() };
    }
  });
  return value;
}
