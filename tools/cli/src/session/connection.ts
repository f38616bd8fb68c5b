import { dataDirOf, findRunning } from '@florin/launcher/src/find-running.ts';
import { Florin, type Session } from '../../../../sdk/typescript/src/index.ts';
import type { Environment } from '../io.ts';
import { Mistake } from '../text/failure.ts';
import { keepProfile, type Profile, readProfiles, sessionsFile, withLock } from './file.ts';

/** Address and login of a command. */
export interface Where {
  readonly profile?: string;
}

/** A Florin, and valid credentials for it. */
export interface Connection {
  readonly url: string;
  /** The credential: `key`, or the email of a login. */
  readonly as: { readonly key: true } | { readonly email: string };
  /** An access token that does not expire soon, or the key. */
  token(): Promise<string>;
  /** A client with this token. */
  client(send?: typeof fetch): Promise<Florin>;
}

/** Longer than a call takes. */
const EARLY_MS = 60_000;

export function profileName(env: Environment, { profile }: Where): string {
  return profile ?? (env.FLORIN_PROFILE || 'default');
}

/** The named Florin, that of the login, or the one that runs from this folder. */
export async function findUrl(env: Environment, where: Where): Promise<string> {
  const named = env.FLORIN_URL?.replace(/\/+$/, '') || undefined;
  const known = readProfiles(sessionsFile(env))[profileName(env, where)];
  const url = named ?? known?.url ?? (await findRunning(env));
  if (url !== undefined) return url;
  throw new Mistake(
    `no Florin runs from ${dataDirOf(env)}: start it (npm start), or name one by FLORIN_URL`,
  );
}

/** @throws Mistake that says how to log in, without valid credentials. */
export async function connect(env: Environment, where: Where): Promise<Connection> {
  const url = await findUrl(env, where);
  if (env.FLORIN_API_KEY) return connectByKey(url, env.FLORIN_API_KEY);
  const [file, name] = [sessionsFile(env), profileName(env, where)];
  const profile = readProfiles(file)[name];
  // A token is only sent to the Florin that issued it.
  if (profile === undefined || profile.url !== url)
    throw new Mistake(`not logged in to ${url}: florin login, or set FLORIN_API_KEY`);
  if ('apiKey' in profile.credentials) return connectByKey(url, profile.credentials.apiKey);
  const token = () => withLock(file, () => freshToken(file, name, url));
  return connection(url, { email: profile.email ?? 'a session' }, token);
}

function connectByKey(url: string, key: string): Connection {
  return connection(url, { key: true }, async () => key);
}

export function connection(
  url: string,
  as: Connection['as'],
  token: () => Promise<string>,
): Connection {
  return {
    url,
    as,
    token,
    client: async (send = fetch) => new Florin({ url, apiKey: await token(), fetch: send }),
  };
}

/** The stored token, or its successor. */
async function freshToken(file: string, name: string, url: string): Promise<string> {
  const profile = readProfiles(file)[name];
  if (profile?.url !== url || 'apiKey' in profile.credentials)
    throw new Mistake('logged out by another process: florin login');
  const session = profile.credentials;
  if (session.expiresAt - EARLY_MS > Date.now()) return session.accessToken;
  return (await refresh(profile, session, (next) => keepProfile(file, name, next))).accessToken;
}

async function refresh(
  profile: Profile,
  session: Session,
  keep: (profile: Profile) => void,
): Promise<Session> {
  let fresh = session;
  const florin = new Florin({
    url: profile.url,
    session: { ...session, expiresAt: 0 },
    onSession(next) {
      if (next === undefined) return;
      fresh = next;
      keep({ ...profile, credentials: next });
    },
  });
  await florin.get('/v1/auth/sessions', { query: { limit: 1 } });
  return fresh;
}
