import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { useIdentity } from './start-identity.ts';
import {
  context,
  isAlive,
  logIn,
  newEmail,
  openAccount,
  PASSWORD,
  reservationOf,
} from './steps.ts';

const { identity, database } = useIdentity();

const post = (body: unknown, headers?: Record<string, string>) =>
  identity().call('POST', '/v1/auth/login', { body, ...(headers ? { headers } : {}) });

describe('POST /v1/auth/login', () => {
  it('200: returns tokens, the session and the user', async () => {
    const { email } = await openAccount(identity(), { name: 'Ada' });
    const login = await logIn(identity(), email);
    expect(login.status).toBe(200);
    expect(login.body).toEqual({
      access_token: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 600,
      session_id: expect.stringMatching(/^ses_/),
      user: { id: expect.stringMatching(/^usr_/), email, name: 'Ada' },
    });
    expect(login.headers.get('cache-control')).toBe('no-store');
    expect(await isAlive(identity(), login)).toBe(true);
  });

  it('200: mints an access token that the published keys verify', async () => {
    const { email } = await openAccount(identity());
    const { body } = await logIn(identity(), email);
    const { body: jwks } = await identity().call('GET', '/.well-known/jwks.json');
    const { payload, protectedHeader } = await jwtVerify(
      body.access_token,
      createLocalJWKSet(jwks),
      {
        issuer: 'florin',
        audience: 'florin-api',
        typ: 'at+jwt',
        currentDate: identity().clock.now(),
      },
    );
    const issuedAt = Math.floor(identity().clock.now().getTime() / 1_000);
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: jwks.keys[0].kid });
    expect(payload).toEqual({
      iss: 'florin',
      aud: 'florin-api',
      sub: body.user.id,
      sid: body.session_id,
      rev: expect.any(Number),
      jti: expect.any(String),
      iat: issuedAt,
      exp: issuedAt + 600,
    });
  });

  it('200: accepts the email in any case, with spaces', async () => {
    const email = newEmail();
    await openAccount(identity(), { email });
    expect((await logIn(identity(), `  ${email.toUpperCase()} `)).status).toBe(200);
  });

  it('200: accepts a username', async () => {
    const { userId } = await openAccount(identity());
    await database().query('update users set username = $1 where id = $2', ['ada.l', userId]);
    expect((await logIn(identity(), 'Ada.L')).status).toBe(200);
    expect((await logIn(identity(), 'ada.l', 'another')).body.error).toBe('invalid_credentials');
  });

  it('200: accepts a password in another Unicode composition', async () => {
    const { email } = await openAccount(identity(), { password: 'Caf\u00e9 ｗｉｄｅ' });
    expect((await logIn(identity(), email, 'Cafe\u0301 wide')).status).toBe(200);
  });

  it('200: starts a new session each time, regardless of the Idempotency-Key', async () => {
    const { email } = await openAccount(identity());
    const headers = { 'Idempotency-Key': 'the same' };
    const body = { email, password: PASSWORD };
    const sessions = [await post(body, headers), await post(body, headers)];
    expect(new Set(sessions.map((login) => login.body.session_id)).size).toBe(2);
  });

  it.each([
    ['pending', 'open'],
    ['active', 'read_only'],
  ])('200: logs in a user who is %s, in an account that is %s', async (user, account) => {
    const { email, userId, accountId } = await openAccount(identity());
    await database().query('update users set status = $1 where id = $2', [user, userId]);
    await database().query('update accounts set status = $1 where id = $2', [account, accountId]);
    expect((await logIn(identity(), email)).status).toBe(200);
  });

  it.each([
    ['no body', undefined],
    ['null', null],
    ['a list', []],
    ['a string', 'ada'],
    ['no email', { password: PASSWORD }],
    ['no password', { email: 'ada@example.com' }],
    ['an empty email', { email: '', password: PASSWORD }],
    ['an empty password', { email: 'ada@example.com', password: '' }],
    ['a number', { email: 1, password: PASSWORD }],
    ['an object', { email: 'ada@example.com', password: { $ne: '' } }],
    ['NUL', { email: 'ada\0@example.com', password: PASSWORD }],
    ['a broken surrogate', { email: 'ada@example.com', password: 'pass\ud800word' }],
  ])('400: refuses %s', async (_title, body) => {
    const { status, body: reply } = await post(body);
    expect([status, reply.error]).toEqual([400, 'invalid_request']);
  });

  it('400: refuses another content type and broken JSON', async () => {
    const form = await post({}, { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([form.status, form.body.error]).toEqual([400, 'invalid_request']);
    const broken = await post(undefined, { 'Content-Type': 'application/json' });
    expect([broken.status, broken.body.error]).toEqual([400, 'invalid_request']);
  });

  it('401: returns the same error for every wrong credential', async () => {
    const { email } = await openAccount(identity());
    const closed = await openAccount(identity());
    await database().query(`update accounts set status = 'closed' where id = $1`, [
      closed.accountId,
    ]);
    const reserved = await reservationOf(identity());
    await identity().client.reserveOwner(reserved, context());
    const answers = await Promise.all([
      logIn(identity(), email, `${PASSWORD} `),
      logIn(identity(), email, 'x'.repeat(10_000)),
      logIn(identity(), closed.email),
      logIn(identity(), reserved.email),
      logIn(identity(), newEmail()),
      logIn(identity(), 'nobody'),
      logIn(identity(), '@'),
      logIn(identity(), 'usr_01jjjjjjjjjjjjjjjjjjjjjjjj'),
      logIn(identity(), `${'x'.repeat(50_000)}@example.com`),
      logIn(identity(), "' or 1=1 --"),
      logIn(identity(), '%'),
      logIn(identity(), '\u{1f600}'),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([401, answers[0]?.body]);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(answers[0]?.body.error).toBe('invalid_credentials');
  });

  it('401 unauthorized: for a suspended user who knows the password', async () => {
    const { email, userId } = await openAccount(identity());
    await database().query(`update users set status = 'suspended' where id = $1`, [userId]);
    expect((await logIn(identity(), email)).body.error).toBe('unauthorized');
    expect((await logIn(identity(), email, 'wrong')).body.error).toBe('invalid_credentials');
  });
});
