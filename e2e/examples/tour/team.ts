import { codeOf } from '../../authenticator.ts';
import { findLink } from '../../mailbox.ts';
import type { Ask, Shop } from './ask.ts';
import { PASSWORD } from './people.ts';

/** A user is invited, joins, changes roles, and leaves; ownership moves to them and back. */
export async function buildTeam(ask: Ask, { token }: Shop): Promise<void> {
  const email = 'joan@example.com';
  await ask('POST /v1/invitations', { token, body: { email, role: 'accountant' } });
  await ask('GET /v1/invitations', { token });
  const { token: invitation } = await findLink(email, /^Einladung/);
  const body = { token: invitation, password: PASSWORD, name: 'Joan Clarke' };
  const { user_id: id } = await ask('POST /v1/invitations/accept', { body });
  const other = { email: 'hedy@example.com', role: 'support' };
  const { id: revoked } = await ask('POST /v1/invitations', { token, body: other });
  await ask('DELETE /v1/invitations/{invitation_id}', { token, id: revoked });
  await ask('GET /v1/account/users/{user_id}', { token, id });
  await ask('PATCH /v1/account/users/{user_id}', { token, id, body: { role: 'account_admin' } });
  await ask('GET /v1/auth/accounts', { token });
  await ask('GET /v1/account/policy', { token });
  await ask('PATCH /v1/account/policy', { token, body: { support_refund_max: 5_000 } });
  await ask('POST /v1/account/owner', { token, body: { user_id: id } });
  const hers = await ask('POST /v1/auth/login', { body: { email, password: PASSWORD } });
  const back = { token: hers.access_token, body: { user_id: hers.user.id } };
  const { data } = await ask('GET /v1/account/users', { token: back.token });
  const ada = data.find(({ role }: { role: string }) => role === 'account_admin');
  await ask('POST /v1/account/owner', { ...back, body: { user_id: ada.id } });
  await ask('DELETE /v1/account/users/{user_id}', { token, id, body: { revoke_keys: true } });
}

/** A user adds a second factor, shows it, loses it, and removes it. */
export async function showTwice(ask: Ask, { token }: Shop): Promise<void> {
  const login = { email: 'mary@example.com', password: PASSWORD };
  const user = await ask('POST /v1/users', { token, body: login });
  const first = await ask('POST /v1/auth/login', { body: login });
  const hers = { token: first.access_token };
  const { id, secret } = await ask('POST /v1/auth/factors', {
    ...hers,
    body: { password: PASSWORD },
  });
  const body = { code: codeOf(secret) };
  await ask('POST /v1/auth/factors/{factor_id}/confirm', { ...hers, id, body });
  await ask('GET /v1/auth/factors', hers);
  await ask('POST /v1/auth/step_up', { ...hers, body: { code: codeOf(secret, 1) } });
  const codes = await ask('POST /v1/auth/factors/recovery_codes', { ...hers, body: {} });
  await ask('POST /v1/auth/login', { body: { ...login, code: codes.recovery_codes[0] } });
  await ask('DELETE /v1/auth/factors/{factor_id}', { ...hers, id });
  await ask('DELETE /v1/users/{user_id}/factors', { token, id: user.id });
  await ask('POST /v1/auth/browser_session', { token: first.refresh_token, body: {} });
  const again = await ask('POST /v1/auth/login', { body: login });
  await ask('DELETE /v1/auth/browser_session', { token: again.access_token });
  await ask('DELETE /v1/users/{user_id}', { token, id: user.id, body: { revoke_keys: true } });
}
