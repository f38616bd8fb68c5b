import type { Command } from 'commander';
import { Florin, FlorinError, type Session } from '../../../../sdk/typescript/src/index.ts';
import { type Environment, type Io, withCommon } from '../io.ts';
import { recordOf } from '../text/show.ts';
import { type Asker, makeAsker } from './ask.ts';
import { connect, findUrl, profileName, type Where } from './connection.ts';
import { keepProfile, type Profile, readProfiles, sessionsFile } from './file.ts';

/** `login`, `logout` and `whoami`. */
export function addSessionCommands(program: Command, io: Io): void {
  withCommon(program.command('login'), 'florin login')
    .description('log in with email and password, or an API key; secrets are read from a prompt')
    .option('--api-key', 'ask for an API key instead of email and password')
    .option('--email <email>', 'email of the user (default: from a prompt)')
    .action((options: LoginOptions) => logIn(io, options));
  withCommon(program.command('logout'), 'florin logout')
    .description('end the session and delete it from this machine')
    .action((where: Where) => logOut(io, where));
  withCommon(program.command('whoami'), 'florin whoami --json')
    .description('show the Florin, the user and the account in use')
    .action((where: Where & { json?: true }) => whoAmI(io, where));
}

interface LoginOptions extends Where {
  readonly apiKey?: true;
  readonly email?: string;
}

async function logIn(io: Io, options: LoginOptions): Promise<void> {
  const url = await findUrl(io.env, options);
  const asker = makeAsker();
  try {
    const profile = options.apiKey
      ? await askForKey(url, asker)
      : await askForSession(url, asker, options.email);
    keepProfile(sessionsFile(io.env), profileName(io.env, options), profile);
    io.show(`logged in to ${url}${profile.email ? ` as ${profile.email}` : ' by an API key'}`);
  } finally {
    asker.close();
  }
}

async function askForKey(url: string, asker: Asker): Promise<Profile> {
  const apiKey = (await asker.askSecretly('API key: ')).trim();
  // Checks that the key is valid; its permissions show when they are needed.
  await new Florin({ url, apiKey }).get('/v1/account').catch((error: unknown) => {
    if (!(error instanceof FlorinError) || error.status === 401) throw error;
  });
  return { url, credentials: { apiKey } };
}

async function askForSession(url: string, asker: Asker, given?: string): Promise<Profile> {
  const email = given ?? (await asker.ask('Email: '));
  const password = await asker.askSecretly('Password: ');
  const credentials = await exchange(url, { email, password }).catch(async (error: unknown) => {
    if (!(error instanceof FlorinError) || error.code !== 'second_factor_required') throw error;
    const code = (await asker.askSecretly('Code of your authenticator: ')).trim();
    return exchange(url, { email, password, code });
  });
  return { url, email, credentials };
}

async function exchange(
  url: string,
  body: { readonly email: string; readonly password: string; readonly code?: string },
): Promise<Session> {
  const reply = await new Florin({ url }).post('/v1/auth/login', { body });
  return {
    accessToken: reply.access_token,
    refreshToken: reply.refresh_token,
    expiresAt: Date.now() + reply.expires_in * 1_000,
  };
}

async function logOut({ env, show }: Io, where: Where): Promise<void> {
  const [file, name] = [sessionsFile(env), profileName(env, where)];
  const profile = readProfiles(file)[name];
  if (profile === undefined) return show('not logged in');
  try {
    if ('accessToken' in profile.credentials) await endSession(env, where, profile);
  } finally {
    keepProfile(file, name, undefined);
  }
  show(`logged out of ${profile.url}`);
}

/** An ended session is the goal already. */
async function endSession(env: Environment, where: Where, { url }: Profile): Promise<void> {
  const own = { ...env, FLORIN_API_KEY: undefined, FLORIN_URL: url };
  try {
    const florin = await (await connect(own, where)).client();
    await florin.delete('/v1/auth/session');
  } catch (error) {
    if (!(error instanceof FlorinError) || error.status >= 500) throw error;
  }
}

async function whoAmI({ env, show, showJson }: Io, where: Where & { json?: true }): Promise<void> {
  const { url, as, client } = await connect(env, where);
  const account = await (await client()).get('/v1/account').catch((error: unknown) => {
    // A user without an account and a key without that scope are valid callers too.
    if (error instanceof FlorinError && [403, 404].includes(error.status)) return undefined;
    throw error;
  });
  const answer = {
    url,
    as: 'key' in as ? 'an API key' : as.email,
    account_id: account?.id ?? null,
    account: account?.name ?? null,
    status: account?.status ?? null,
    livemode: account?.livemode ?? null,
  };
  if (where.json) showJson(answer);
  else for (const line of recordOf(answer)) show(line);
}
