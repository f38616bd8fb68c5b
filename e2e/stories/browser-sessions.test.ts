import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { newOwner, type Owner } from '../contract/people.ts';

/** Headers of a browser for requests from Florin's own pages, or from another site. */
const own = { 'Sec-Fetch-Site': 'same-origin' };
const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

async function logIn({ email, password }: Owner, headers: Record<string, string> = own) {
  const response = await fetch(`${baseUrl()}/auth/login`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return { status: response.status, cookie };
}

async function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown>; cookie: string | null }> {
  const response = await fetch(baseUrl() + path, {
    method,
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const cookie = response.headers.get('set-cookie');
  const answered = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answered, cookie };
}

it('a user logs in through a browser, works, continues after ten minutes, and logs out', async () => {
  const owner = await newOwner();
  const { status, cookie } = await logIn(owner);
  expect(status).toBe(200);
  const account = await ask('GET', '/v1/account', { ...own, Cookie: cookie });
  expect(account.body.id).toBe(owner.accountId);
  const working = { ...own, Cookie: cookie, 'Florin-CSRF': '1' };
  const renamed = await ask('PATCH', '/v1/account', working, { name: 'By a browser' });
  expect(renamed.body.name).toBe('By a browser');
  const next = await ask('POST', '/v1/auth/browser_session', working);
  expect(next.status).toBe(200);
  const later = { ...working, Cookie: (next.cookie ?? '').split(';')[0] ?? '' };
  expect((await ask('GET', '/v1/account', later)).status).toBe(200);
  const left = await ask('DELETE', '/v1/auth/browser_session', later);
  expect([left.status, left.cookie]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  expect((await ask('GET', '/v1/account', later)).status).toBe(401);
});

it('a page of another site changes nothing for a logged-in user', async () => {
  const owner = await newOwner();
  const { cookie } = await logIn(owner);
  const rename = (headers: Record<string, string>) =>
    ask('PATCH', '/v1/account', { Cookie: cookie, ...headers }, { name: 'By another site' });
  for (const headers of [
    foreign,
    { ...foreign, 'Florin-CSRF': '1' },
    { 'Sec-Fetch-Site': 'same-site', 'Florin-CSRF': '1' },
    { Origin: 'null', 'Florin-CSRF': '1' },
    own,
    {},
  ]) {
    const { status, body } = await rename(headers);
    expect([status, body.error], JSON.stringify(headers)).toEqual([403, 'forbidden']);
  }
  expect((await owner.call('GET', '/v1/account')).body.name).not.toBe('By another site');
  // It cannot log anyone in either.
  expect((await logIn(owner, foreign)).status).toBe(403);
});

it('a session that is ended by token is ended for its cookie too', async () => {
  const owner = await newOwner();
  const { cookie } = await logIn(owner);
  await owner.call('PATCH', `/v1/users/${owner.userId}`, { body: { password: 'another battery' } });
  const { status } = await ask('GET', '/v1/account', { ...own, Cookie: cookie });
  expect(status).toBe(401);
});
