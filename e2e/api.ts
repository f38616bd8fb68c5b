import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Answer,
  newEmail,
  newPassword,
  type Processes,
  processesOf,
  type Request,
  send,
} from '@florin/system-kit';
import { checkAnswer } from './check-answer.ts';
import { DATA_VARIABLE, LOG_FILE, URL_VARIABLE } from './start-florin.ts';

export type Call = Omit<Request, 'method' | 'path'>;

/**
 * Calls the public surface the way an outside client does.
 * @throws Error when the answer is not as the OpenAPI document says.
 */
export async function call(method: string, path: string, options: Call = {}): Promise<Answer> {
  const answer = await send(baseUrl(), { method, path, ...options });
  await checkAnswer(baseUrl(), method, path, answer);
  return answer;
}

export interface Owner {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly sessionId: string;
  call(method: string, path: string, options?: Call): Promise<Answer>;
}

/** Opens an account, which is nobody's in particular unless `fields` say so, and logs its owner in. */
export async function openAccount(fields: object = {}): Promise<Owner> {
  const { email, password, accountId } = await openSomeAccount(fields);
  const session = await logIn(email, password);
  return {
    accountId,
    email,
    password,
    token: session.access_token,
    refreshToken: session.refresh_token,
    sessionId: session.session_id,
    call: (method, path, options) =>
      call(method, path, { token: session.access_token, ...options }),
  };
}

/** Many sign up at once, all from one address: whoever is told that too many wait comes back. */
async function openSomeAccount(fields: object) {
  for (let attempt = 1; ; attempt += 1) {
    const email = newEmail();
    const password = newPassword();
    const { status, body } = await call('POST', '/v1/accounts', {
      body: { name: 'Ada Lovelace', type: 'business', ...fields, email, password },
    });
    if (status === 201) return { email, password, accountId: body.id as string };
    if (status !== 429 || attempt === 10) throw new Error(`no account: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

export async function logIn(email: string, password: string) {
  const { status, body } = await call('POST', '/v1/auth/login', { body: { email, password } });
  if (status !== 200) throw new Error(`no session: ${JSON.stringify(body)}`);
  return body;
}

/** The processes of the system that run now. */
export function processes(): Processes {
  return processesOf(dataDir());
}

/** Everything that the system has printed so far. */
export function readOutput(): string {
  return readFileSync(join(dataDir(), LOG_FILE), 'utf8');
}

/** Where the gateway listens. */
export function baseUrl(): string {
  return variable(URL_VARIABLE);
}

/** The folder that everything runs from. */
export function dataDir(): string {
  return variable(DATA_VARIABLE);
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the stories by npm test or vitest`);
  return value;
}
