import { FlorinError } from './errors.ts';

const LOCK = 'florin-session';

/**
 * Has the browser's session renewed, and the call made again. A refresh token is good for once, and
 * all pages of a browser have the same: one of them renews it, and the others find it renewed.
 * @throws FlorinError with status 401 once the session has ended: log in again.
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
        // Who renews in vain has no session: whatever the reason, what was asked for needs a login.
        throw refused instanceof FlorinError && refused.status < 500 ? error : refused;
      });
      return { value: await callAgain() };
    }
  });
  return value;
}
