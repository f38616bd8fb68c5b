import { DEFAULT_ADMIN } from '@florin/contracts';
import { findRunning } from '@florin/launcher/src/find-running.ts';
import { Florin, type Session } from '../../../../sdk/typescript/src/index.ts';
import type { Environment } from '../io.ts';
import {
  type Connection,
  connect,
  connection,
  findUrl,
  type Where,
} from '../session/connection.ts';

/** Longer than opening a stream takes. */
const EARLY_MS = 60_000;

/**
 * The login or key whose events are shown; without one, the administrator of the Florin in this
 * folder. Passwords go to no other Florin. @throws Mistake that names the missing setting.
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

/** A session for this process alone. */
function asAdministrator(url: string, email: string, password: string): Connection {
  let session: Session | undefined;
  return connection(url, { email }, async () => {
    if (session === undefined || session.expiresAt - EARLY_MS < Date.now())
      session = await new Florin({ url }).logIn(email, password);
    return session.accessToken;
  });
}
