import { call } from '../../api.ts';
import { ADMIN } from '../../contract/people.ts';
import { findLink } from '../../mailbox.ts';
import { NOTICES_TOKEN } from '../../start-florin.ts';
import type { Ask, Shop } from './ask.ts';

/** A public constant that no account uses. */
export const PASSWORD = 'example-password';

const shop = {
  email: 'ada@example.com',
  name: 'Blumenhaus Ada',
  type: 'business',
  password: PASSWORD,
  settings: {
    currency: 'EUR',
    language: 'de',
    timezone: 'Europe/Zurich',
  },
  return_urls: ['https://shop.example/thanks'],
};

/** Opens the account of the tour. */
export async function openShop(ask: Ask): Promise<Shop> {
  const account = await ask('POST /v1/accounts', { body: shop });
  const login = { email: shop.email, password: PASSWORD };
  const first = await ask('POST /v1/auth/login', { body: login });
  const { refresh_token } = first;
  const { access_token: token } = await ask('POST /v1/auth/refresh', {
    token: refresh_token,
    body: { refresh_token },
  });
  const { access_token: adminToken } = await ask('POST /v1/auth/login', { body: ADMIN });
  return { accountId: account.id, token, adminToken };
}

export async function meetPeople(ask: Ask, { token, adminToken }: Shop): Promise<void> {
  await ask('GET /v1/auth/sessions', { token, query: 'limit=1' });
  await ask('GET /.well-known/jwks.json');
  const user = await ask('POST /v1/users', {
    token,
    body: { email: 'grace@example.com', password: PASSWORD, name: 'Grace Hopper' },
  });
  const one = { token, id: user.id };
  await ask('GET /v1/users', { token: adminToken, query: 'limit=2' });
  await ask('GET /v1/account/users', { token, query: 'limit=2&status=active' });
  await ask('GET /v1/users/{user_id}', one);
  await ask('PATCH /v1/users/{user_id}', { ...one, body: { name: 'Grace B. Hopper' } });
  const login = { email: 'grace@example.com', password: PASSWORD };
  const { access_token: hers } = await ask('POST /v1/auth/login', { body: login });
  await ask('POST /v1/auth/verify_email/send', { token: hers, body: {} });
  const { token: toVerify } = await findLink(login.email, /^Willkommen/);
  await ask('POST /v1/auth/verify_email', { body: { token: toVerify } });
  const other = { email: 'grace.hopper@example.com', password: PASSWORD };
  await ask('POST /v1/auth/email', { token: hers, body: other });
  await ask('POST /v1/auth/password_reset', { body: { email: login.email } });
  const { token: toReset } = await findLink(login.email, /Passwort/);
  await ask('POST /v1/auth/password_reset/confirm', {
    body: { token: toReset, password: PASSWORD },
  });
  const again = await ask('POST /v1/auth/login', { body: login });
  await ask('DELETE /v1/auth/session', { token: again.access_token, body: {} });
  const { access_token: last } = await ask('POST /v1/auth/login', { body: login });
  const erased = { email: 'hedy.lamarr@example.com', password: PASSWORD };
  const hedy = { ...erased, name: 'Hedy Lamarr' };
  const { id: erasedId } = (await call('POST', '/v1/users', { body: hedy })).body;
  const { access_token: theirs } = (await call('POST', '/v1/auth/login', { body: erased })).body;
  await ask('POST /v1/users/{user_id}/anonymize', { token: theirs, id: erasedId, body: {} });
  await ask('DELETE /v1/users/{user_id}', {
    token: last,
    id: user.id,
    body: { revoke_keys: false },
  });
}

/** Mail to an address bounces, and an administrator allows mail to it again. */
export async function sendMailAgain(ask: Ask, { adminToken }: Shop): Promise<void> {
  const email = 'moved@example.com';
  await ask('POST /mail/notices/{token}', {
    id: NOTICES_TOKEN,
    body: { notices: [{ type: 'bounce', email }] },
  });
  const list = { token: adminToken, query: `email=${email}` };
  const { data } = await ask('GET /v1/mail_suppressions', list);
  const one = { token: adminToken, id: data[0].id };
  await ask('DELETE /v1/mail_suppressions/{mail_suppression_id}', one);
}

export async function makeKeys(ask: Ask, { token }: Shop): Promise<void> {
  const { id } = await ask('POST /v1/api_keys', {
    token,
    body: { name: 'Shop', scopes: ['payments:write', 'payments:read', 'account:read'] },
  });
  await ask('GET /v1/api_keys', { token });
  await ask('GET /v1/api_keys/{api_key_id}', { token, id });
  const body = { overlap_seconds: 3_600 };
  await ask('PATCH /v1/api_keys/{api_key_id}', { token, id, body: { name: 'Back end' } });
  await ask('POST /v1/api_keys/{api_key_id}/rotate', { token, id, body });
  await ask('DELETE /v1/api_keys/{api_key_id}', { token, id });
}

export async function keepAccounts(ask: Ask, { token, adminToken, accountId }: Shop) {
  await ask('GET /v1/account', { token });
  await ask('PATCH /v1/account', { token, body: { name: 'Blumenhaus Ada GmbH' } });
  await ask('GET /v1/accounts', { token: adminToken, query: 'limit=1&type=business' });
  const one = { token: adminToken, id: accountId };
  await ask('GET /v1/accounts/{account_id}', one);
  await ask('PATCH /v1/accounts/{account_id}', { ...one, body: { status: 'active' } });
  const other = { email: 'leaving@example.com', password: PASSWORD };
  await ask('POST /v1/accounts', { body: { ...other, name: 'Leaving', type: 'individual' } });
  const leaving = await ask('POST /v1/auth/login', { body: other });
  await ask('DELETE /v1/account', { token: leaving.access_token });
}
