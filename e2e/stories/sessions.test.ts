import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { call } from '../api.ts';
import { logInAs, newOwner } from '../contract/people.ts';

describe('opening an account', () => {
  it('returns the account with its defaults', async () => {
    const email = newEmail();
    const body = { email, name: 'Ada', type: 'individual', password: 'correct horse' };
    const opened = await call('POST', '/v1/accounts', { body });
    expect(opened.status).toBe(201);
    expect(opened.body).toEqual({
      id: expect.stringMatching(/^acc_/),
      email,
      name: 'Ada',
      type: 'individual',
      status: 'active',
      status_reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      object: 'account',
      livemode: false,
      settings: { currency: 'USD', timezone: 'UTC', language: 'en' },
      return_urls: [],
    });
    const again = await call('POST', '/v1/accounts', { body: { ...body, name: 'Bob' } });
    expect([again.status, again.body.error]).toEqual([409, 'email_exists']);
    const inCapitals = { ...body, email: email.toUpperCase() };
    expect((await call('POST', '/v1/accounts', { body: inCapitals })).status).toBe(409);
  });

  it('gives an email to one of twenty parallel requests', async () => {
    const body = { email: newEmail(), name: 'Ada', type: 'business', password: 'correct horse' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/v1/accounts', { body })),
    );
    const statuses = answers.map(({ status }) => status);
    // With too many parallel passwords, some requests are refused for now.
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    expect(statuses.filter((status) => ![201, 409, 429].includes(status))).toEqual([]);
    await eventually(async () => {
      const again = await call('POST', '/v1/accounts', { body });
      expect([again.status, again.body.error]).toEqual([409, 'email_exists']);
    });
    await logInAs(body.email, body.password);
  });

  it.each([
    ['no email', { name: 'A', type: 'business', password: 'correct horse' }],
    ['no such type', { email: 'a@b.ch', name: 'A', type: 'club', password: 'correct horse' }],
    ['a short password', { email: 'a@b.ch', name: 'A', type: 'business', password: '1234567' }],
    [
      'a long name',
      { email: 'a@b.ch', name: 'A'.repeat(201), type: 'business', password: 'x'.repeat(9) },
    ],
    [
      'no such currency',
      {
        email: 'a@b.ch',
        name: 'A',
        type: 'business',
        password: 'x'.repeat(9),
        settings: { currency: 'XXX' },
      },
    ],
  ])('refuses %s', async (_what, body) => {
    const { status, body: answer } = await call('POST', '/v1/accounts', { body });
    expect([status, answer.error]).toEqual([400, 'invalid_request']);
  });
});

describe('a session', () => {
  it('begins with a login and acts for the account', async () => {
    const owner = await newOwner();
    const { body: account } = await owner.call('GET', '/v1/account');
    expect(account).toMatchObject({ id: owner.accountId, email: owner.email });
    const wrong = { email: owner.email, password: 'something else' };
    const refused = await call('POST', '/v1/auth/login', { body: wrong });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials']);
  });

  it('is revoked once its end is answered, for both of its tokens', async () => {
    const owner = await newOwner();
    const other = await logInAs(owner.email, owner.password);
    const ended = await owner.call('DELETE', '/v1/auth/session');
    expect(ended.status).toBe(200);
    const after = await owner.call('GET', '/v1/account');
    expect([after.status, after.body.error]).toEqual([401, 'unauthorized']);
    expect(after.headers.get('www-authenticate')).toBe('Bearer');
    const refreshed = await call('POST', '/v1/auth/refresh', {
      token: owner.refreshToken,
      body: { refresh_token: owner.refreshToken },
    });
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
    const untouched = await call('GET', '/v1/account', { token: other.token });
    expect(untouched.status).toBe(200);
  });

  it('ends another session of the same user by id', async () => {
    const owner = await newOwner();
    const other = await logInAs(owner.email, owner.password);
    const body = { session_id: other.sessionId };
    const ended = await owner.call('DELETE', '/v1/auth/session', { body });
    expect(ended.body).toMatchObject({ session_id: other.sessionId });
    expect((await call('GET', '/v1/account', { token: other.token })).status).toBe(401);
    const again = await owner.call('DELETE', '/v1/auth/session', { body });
    expect([again.status, again.body.error]).toEqual([404, 'invalid_session']);
  });

  it('continues with a refreshed token', async () => {
    const owner = await newOwner();
    const { status, body } = await call('POST', '/v1/auth/refresh', {
      token: owner.refreshToken,
      body: { refresh_token: owner.refreshToken },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
    expect((await call('GET', '/v1/account', { token: body.access_token })).status).toBe(200);
  });
});

it('is granted to the first admin', async () => {
  const session = await logInAs('admin@florin.local', 'florin-admin-pass');
  const { body } = await call('GET', '/v1/account', { token: session.token });
  expect(body).toMatchObject({ name: 'Florin', email: 'admin@florin.local' });
});
