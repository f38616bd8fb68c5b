import { toPublicId } from '@florin/contracts';
import { fetchService } from '@florin/testing';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { languages } from '../src/texts/languages.ts';
import { openMail } from './mails.ts';
import { newOwner } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { newEmail, PASSWORD } from './steps.ts';

const { identity, database } = useIdentity();

async function show(path: string, form?: Record<string, string>, headers = {}) {
  const response = await fetchService(
    'identity',
    identity().httpPort,
    form ? 'POST' : 'GET',
    path,
    {
      headers: { 'Accept-Language': 'en', ...headers },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    },
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const logIn = (form: Record<string, string>, headers = {}) => show('/auth/login', form, headers);

describe('the login page', () => {
  it.each(Object.keys(languages))('exists in %s', async (language) => {
    const page = await show('/auth/login', undefined, { 'Accept-Language': language });
    expect([page.status, page.headers.get('content-language')]).toEqual([200, language]);
    expect(page.text).toContain('autocomplete="current-password"');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('sets an HttpOnly cookie, and redirects only to pages of Florin', async () => {
    const { email } = await newOwner(identity());
    const form = { email, password: PASSWORD };
    const done = await logIn({ ...form, return_to: '/console/customers' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/console/customers']);
    const cookie = done.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^__Host-florin=ey[\w.-]+~[\w-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    for (const away of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const stayed = await logIn({ ...form, return_to: away });
      expect([stayed.status, stayed.headers.get('location')]).toEqual([200, null]);
      expect((await show(`/auth/login?return_to=${encodeURIComponent(away)}`)).text).not.toContain(
        'evil',
      );
    }
  });

  it('starts a new session at each login, regardless of the sent cookie', async () => {
    const { email } = await newOwner(identity());
    const form = { email, password: PASSWORD };
    const [first] = ((await logIn(form)).headers.get('set-cookie') ?? '').split(';');
    const second = await logIn(form, { Cookie: first });
    expect(second.headers.get('set-cookie')).not.toContain(first);
  });

  it('shows the same error for a wrong password and an unknown user, and never the password', async () => {
    const { email } = await newOwner(identity());
    const wrong = await logIn({ email, password: 'what was typed' });
    const unregistered = await logIn({ email: newEmail(), password: 'what was typed' });
    const plain = ({ text }: { text: string }) => text.replaceAll(/user-[^"@]+@example.com/g, '');
    expect(plain(wrong)).toBe(plain(unregistered));
    expect(wrong.text).toContain('role="alert"');
    expect(wrong.text).not.toContain('what was typed');
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  it('requests a second factor after the password', async () => {
    const owner = await newOwner(identity());
    const post = (path: string, body: object) =>
      identity().call('POST', path, { caller: owner.caller, body });
    const { body } = await post('/v1/auth/factors', { password: PASSWORD });
    const at = identity().clock.now().getTime();
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
    await post(`/v1/auth/factors/${body.id}/confirm`, { code: totp.generate({ timestamp: at }) });
    const form = { email: owner.email, password: PASSWORD };
    const asked = await logIn(form);
    expect(asked.text).toContain('autocomplete="one-time-code"');
    expect(asked.headers.get('set-cookie')).toBeNull();
    expect((await logIn({ ...form, code: '000000' })).text).toContain('role="alert"');
    const code = totp.generate({ timestamp: at + 30_000 });
    expect((await logIn({ ...form, code })).headers.get('set-cookie')).toContain('HttpOnly');
  });
});

describe('the cookie of a browser', () => {
  it('is exchanged for the next one, once, and ends with its session', async () => {
    const { email } = await newOwner(identity());
    const { headers } = await logIn({ email, password: PASSWORD });
    const refreshToken = /~([\w-]+);/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
    const renew = () =>
      identity().call('POST', '/v1/auth/browser_session', {
        headers: { Authorization: `Bearer ${refreshToken}` },
      });
    const next = await renew();
    expect([next.status, next.body.expires_in]).toEqual([200, 600]);
    expect(next.headers.get('set-cookie')).toMatch(/^__Host-florin=ey/);
    expect(JSON.stringify(next.body)).not.toMatch(/ey[\w-]{10}/);
    expect((await renew()).status).toBe(400);
    const owner = await newOwner(identity());
    const ended = await identity().call('DELETE', '/v1/auth/browser_session', {
      caller: owner.caller,
    });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      200,
      '__Host-florin=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
  });
});

describe('switching accounts', () => {
  const cookieOf = (headers: Headers) =>
    /=(?<access>[^~]*)~(?<refresh>[\w-]+);/.exec(headers.get('set-cookie') ?? '')?.groups ?? {};
  const renew = (refresh = '', body: object = {}) =>
    identity().call('POST', '/v1/auth/browser_session', {
      headers: { Authorization: `Bearer ${refresh}` },
      body,
    });

  it('is open to members of both, and ends the former session', async () => {
    const guest = await newOwner(identity());
    const host = await newOwner(identity());
    const invite = { caller: host.caller, body: { email: guest.email, role: 'accountant' } };
    expect((await identity().call('POST', '/v1/invitations', invite)).status).toBe(201);
    const { url } = await openMail(identity(), database(), guest.email, 'invitation');
    expect((await show(new URL(url).pathname, { password: PASSWORD })).status).toBe(200);
    const cookie = cookieOf((await logIn({ email: guest.email, password: PASSWORD })).headers);
    const account_id = toPublicId('account', host.accountId ?? '');
    const stranger = await newOwner(identity());
    const foreign = toPublicId('account', stranger.accountId ?? '');
    for (const not of [foreign, 'acc_1'])
      expect((await renew(cookie.refresh, { account_id: not })).status).toBe(401);
    // A refused request does not consume the token.
    const moved = await renew(cookie.refresh, { account_id });
    expect(moved.status).toBe(200);
    const next = cookieOf(moved.headers);
    const sessionOf = (jwt = '') => decodeJwt(jwt).sid;
    expect(sessionOf(next.access)).not.toBe(sessionOf(cookie.access));
    const rows = await database().query<{ expires_at: Date }>(
      `select account_id, ended_at is null as is_open, expires_at from sessions
        where user_id = $1
        order by id desc limit 2`,
      [guest.caller.userId],
    );
    expect(rows).toMatchObject([
      { account_id: host.accountId, is_open: true, expires_at: rows[1]?.expires_at },
      { account_id: null, is_open: false },
    ]);
    expect((await renew(cookie.refresh)).status).toBe(400);
    const back = await renew(next.refresh, {
      account_id: toPublicId('account', guest.accountId ?? ''),
    });
    expect(back.status).toBe(200);
  });
});

describe('the page of an invitation', () => {
  it('shows the inviter, and lets its reader join with a password', async () => {
    const owner = await newOwner(identity());
    const email = newEmail();
    await identity().call('POST', '/v1/invitations', { caller: owner.caller, body: { email } });
    const { url } = await openMail(identity(), database(), email, 'invitation');
    const path = new URL(url).pathname;
    expect(path).toMatch(/^\/auth\/invitations\//);
    const page = await show(path);
    expect(page.text).toContain('Ada has invited you');
    expect(page.text).toContain('autocomplete="new-password"');
    expect((await show(path, { password: 'short' })).text).toContain('role="alert"');
    expect((await show(path, { password: PASSWORD })).text).toContain('Welcome');
    expect((await show(path)).status).toBe(404);
    expect((await show(path, { password: PASSWORD })).status).toBe(404);
    expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
  });
});

describe('the link of a mail', () => {
  it("uses Florin's own URL, regardless of the Host header", async () => {
    const owner = await newOwner(identity());
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    await show('/auth/reset', { email: owner.email }, headers);
    const { url } = await openMail(identity(), database(), owner.email, 'password_reset');
    expect(url).not.toContain('evil');
  });
});

describe('a login from a new place', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('is reported by a mail, whose link ends it', async () => {
    const owner = await newOwner(identity());
    const form = { email: owner.email, password: PASSWORD };
    await logIn(form, { 'User-Agent': FIREFOX });
    const mail = await openMail(identity(), database(), owner.email, 'new_login');
    expect(mail.name).toContain('Firefox on Linux');
    const { body } = await identity().call('GET', '/v1/auth/sessions', { caller: owner.caller });
    expect(body.data[0]).toMatchObject({ device: 'Firefox on Linux' });
    const path = new URL(mail.url).pathname;
    expect((await show(path)).text).toContain('This was not you?');
    expect((await show(path, {})).text).toContain('Session ended');
    const after = await identity().call('GET', '/v1/auth/sessions', { caller: owner.caller });
    expect(after.body.data).toHaveLength(body.data.length - 1);
    await openMail(identity(), database(), owner.email, 'password_reset');
  });

  it('is reported once per device and network', async () => {
    const owner = await newOwner(identity());
    const form = { email: owner.email, password: PASSWORD };
    await logIn(form, { 'User-Agent': FIREFOX });
    await logIn(form, { 'User-Agent': FIREFOX });
    const rows = await database().query(
      `select 1 from email_confirmations where email = $1 and purpose = 'new_login'`,
      [owner.email],
    );
    expect(rows).toHaveLength(1);
  });
});
