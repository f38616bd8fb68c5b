import { DEFAULT_ADMIN } from '@florin/contracts';
import { findRunning } from '@florin/launcher/src/find-running.ts';
import { Florin, type Session } from '../../../../sdk/typescript/src/index.ts';
import {
  type Connection,
  connect,
  connection,
  type Environment,
  findUrl,
  type Where,
} from '../session/connection.ts';

/** Longer than opening a stream takes. */
const EARLY_MS = 60_000;

/**
 * Whose events are shown: of whoever is logged in or of the key; in the Florin that runs from this
 * folder, where nobody is, of its administrator, who sees all. No password goes to another Florin
 * unless it is said for it.
 * @throws Mistake that says what to start or to set.
 */
export async function findListener(env: Environment, where: Where): Promise<Connection> {
  const url = await findUrl(env, where);
  const own = await findRunning(env);
  const password = env.FLORIN_ADMIN_PASSWORD || (url === own ? DEFAULT_ADMIN.password : undefined);
  if (password === undefined || env.FLORIN_API_KEY) return connect(env, where);
  return connect(env, where).catch(() =>
    asAdministrator(url, env.FLORIN_ADMIN_EMAIL || DEFAULT_ADMIN.email, password),
  );
}

/** A session of this process, which nobody else hears of. */
function asAdministrator(url: string, email: string, password: string): Connection {
  let session: Session | undefined;
  return connection(url, { email }, async () => {
    if (session === undefined || session.expiresAt - EARLY_MS < Date.now())
      session = await new Florin({ url }).logIn(email, password);
    return session.accessToken;
  });
}
