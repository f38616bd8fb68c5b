import { randomBytes } from 'node:crypto';
import { type ServiceName, serviceNames } from '@florin/contracts';
import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { beforeAll, expect, it } from 'vitest';
import { call, readOutput } from '../api.ts';
import { logInAs } from '../contract/people.ts';
import { query } from '../database.ts';
import { callRaw, type RawAnswer, type RawCall } from '../raw-call.ts';

/** A unique text. */
function makeCanary(name: string): string {
  return `canary-${name}-${randomBytes(8).toString('hex')}`;
}

const password = makeCanary('password');
const typed = makeCanary('typed');
const token = makeCanary('token');
const searched = makeCanary('query');

/** Secrets by kind, including the tokens of a session. */
const secrets = new Map<string, string>(Object.entries({ password, typed, token, searched }));
const answers: RawAnswer[] = [];

async function send(method: string, path: string, options: RawCall = {}): Promise<RawAnswer> {
  const headers = options.body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await callRaw(method, path, {
    ...options,
    headers: { ...headers, ...options.headers },
  });
  answers.push(answer);
  return answer;
}

const email = newEmail();

beforeAll(async () => {
  const account = { email, name: 'Ada', type: 'business', password };
  expect((await send('POST', '/v1/accounts', { body: JSON.stringify(account) })).status).toBe(201);
  const session = await logInAs(email, password);
  secrets.set('access token', session.token);
  secrets.set('refresh token', session.refreshToken);
  const bearer = { Authorization: `Bearer ${session.token}` };

  // Typical mistakes of people and programs.
  for (const body of [
    `{"email": "${email}", "password": "${typed}"`,
    `{"email": "${email}", "password": ${typed}}`,
    `email=${email}&password=${typed}`,
    JSON.stringify({ email, password: typed }),
    JSON.stringify({ email: typed, password: typed }),
    JSON.stringify({ email: [typed], password: { [typed]: typed } }),
    JSON.stringify({ email, password: typed.repeat(300) }),
    JSON.stringify({ email, password: typed.repeat(5_000) }),
    JSON.stringify({ ...account, email: newEmail(), password: `${typed}\0` }),
    JSON.stringify({ ...account, password: typed }),
    JSON.stringify({ ...account, type: typed, password: typed }),
    JSON.stringify(typed),
  ])
    for (const path of ['/v1/auth/login', '/v1/accounts']) {
      await send('POST', path, { body });
      await send('POST', path, { body, headers: { 'Content-Type': 'text/plain' } });
    }
  for (const headers of [
    { Authorization: `Bearer ${token}` },
    { Authorization: token },
    { Authorization: `Basic ${token}` },
    { 'X-Api-Key': token, Cookie: `session=${token}` },
    { 'X-Internal-Caller': token, 'X-Request-Id': token, 'User-Agent': token, Referer: token },
    { ...bearer, 'Content-Type': token },
  ])
    for (const path of ['/v1/account', '/v1/transactions', '/nowhere'])
      await send('GET', path, { headers });
  await send('POST', '/v1/auth/refresh', {
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ refresh_token: token }),
  });
  await send('GET', `/v1/account?token=${searched}&password=${searched}`, { headers: bearer });
  await send('GET', `/v1/transactions?status=${searched}&starting_after=${searched}`, {
    headers: bearer,
  });
  await send('GET', `/v1/transactions/${searched}`, { headers: bearer });
  await send('GET', `/v1/nothing/${searched}`);
  await send('POST', `/v1/auth/login?password=${searched}`, { body: '{}' });
  await send('POST', '/v1/auth/refresh', {
    headers: { Authorization: `Bearer ${session.refreshToken}` },
    body: JSON.stringify({ refresh_token: session.token }),
  });
});

function expectNone(place: string, text: string): void {
  for (const [name, secret] of secrets)
    expect([place, name, text.includes(secret)]).toEqual([place, name, false]);
}

it('no answer repeats a secret, in its body or in its headers', () => {
  expect(answers.length).toBeGreaterThan(70);
  for (const { status, headers, text } of answers) {
    expect(status).toBeLessThan(500);
    expectNone('an answer', text + JSON.stringify([...headers]));
  }
});

it('no process prints a secret', async () => {
  // The gateway has logged the last of these requests.
  const last = answers.at(-1)?.headers.get('request-id') ?? '';
  const output = await eventually(async () => {
    const printed = readOutput();
    expect(printed.split(last).length).toBeGreaterThan(2);
    return printed;
  });
  expectNone('the output', output);
});

it("no table holds a secret, and only the users' table holds a hash", async () => {
  const tables: { service: ServiceName; name: string }[] = [];
  for (const service of serviceNames) {
    const found = await query<{ name: string }>(
      service,
      // A sharded ledger has one schema for each shard: ledger_00 and so on.
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname ~ ('^' || $1 || '(_[0-9]+)?$')`,
      [service],
    );
    expect(found.length).toBeGreaterThan(0);
    tables.push(...found.map(({ name }) => ({ service, name })));
  }
  expect(tables.length).toBeGreaterThan(20);
  const hashes: string[] = [];
  let emails = 0;
  for (const { service, name } of tables) {
    const rows = await query<{ row: string }>(service, `select t::text as row from ${name} t`);
    const text = rows.map(({ row }) => row).join('\n');
    expectNone(name, text);
    if (text.includes('$2b$')) hashes.push(name);
    if (text.includes(email)) emails += 1;
  }
  // Unfinished work keeps a hash until it completes.
  const underWay = ['accounts.saga_runs', 'identity.owner_reservations'];
  expect(hashes.filter((name) => !underWay.includes(name))).toEqual(['identity.users']);
  // The search covered the written data: user, account, email, events.
  expect(emails).toBeGreaterThan(4);
});

it('the session kept working', async () => {
  const { status } = await call('GET', '/v1/account', { token: secrets.get('access token') ?? '' });
  expect(status).toBe(200);
});
