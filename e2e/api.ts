import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, bodyOf } from '@florin/testing';
import { checkAnswer } from './check-answer.ts';
import { DATA_VARIABLE, LOG_FILE, URL_VARIABLE } from './start-florin.ts';

export interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls the public surface the way an outside client does.
 * @throws Error when the answer is not as the OpenAPI document says.
 */
export async function call(method: string, path: string, options: Call = {}): Promise<Answer> {
  const { token, body, key, headers } = options;
  const response = await fetch(baseUrl() + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = isStream(response) ? await leave(response) : await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    body: bodyOf(response, text),
  };
  await checkAnswer(baseUrl(), method, path, answer);
  return answer;
}

/** Has no end: whoever calls it wants to know that it has begun. */
function isStream({ headers }: Pick<Answer, 'headers'>): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

async function leave({ body }: Response): Promise<string> {
  await body?.cancel();
  return '{}';
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

export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
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
    const password = `pass ${randomBytes(8).toString('hex')}`;
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

export interface ListedProcess {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly url: string;
}

/** What the launcher says is running now. */
export function listProcesses(): readonly ListedProcess[] {
  return JSON.parse(readFileSync(join(dataDir(), 'processes.json'), 'utf8'));
}

export function findProcess(name: string): ListedProcess {
  const found = listProcesses().find((listed) => listed.name === name);
  if (!found) throw new Error(`${name} is not running`);
  return found;
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
