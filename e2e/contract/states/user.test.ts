import { newEmail } from '@florin/system-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../api.ts';
import { must, newOwner, newUser, type Person } from '../people.ts';
import { logInAdmin } from '../world.ts';

const STATUSES = ['active', 'suspended', 'pending'] as const;

let admin: Person;
beforeAll(async () => {
  admin = await logInAdmin();
});

const setStatus = (userId: string, status: string) =>
  must(() => admin.call('PATCH', `/v1/users/${userId}`, { body: { status } }));

it('(none), POST /v1/users with a valid body: active', async () => {
  const body = { email: newEmail(), password: 'correct horse', name: 'Ada' };
  const { status, body: user } = await call('POST', '/v1/users', { body });
  expect([status, user.status, user.email, user.name]).toEqual([201, 'active', body.email, 'Ada']);
});

describe('any, PATCH /v1/users/{user_id} with an allowed status: that status', () => {
  const changes = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })));

  it('changes nothing else', async () => {
    const { userId } = await newUser();
    for (const { from, to } of changes) {
      const before = await setStatus(userId, from);
      const after = await setStatus(userId, to);
      expect(after).toEqual({ ...before, status: to, updated_at: expect.any(String) });
    }
  });

  it('changes the permissions of the user', async () => {
    const { userId, email, password, token } = await newUser();
    const logIn = () => call('POST', '/v1/auth/login', { body: { email, password } });
    await setStatus(userId, 'pending');
    expect((await call('GET', `/v1/users/${userId}`, { token })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    await setStatus(userId, 'suspended');
    expect((await call('GET', `/v1/users/${userId}`, { token })).status).toBe(401);
    expect((await logIn()).body.error).toBe('unauthorized');
    await setStatus(userId, 'active');
    expect((await logIn()).status).toBe(200);
    expect((await call('GET', `/v1/users/${userId}`, { token })).status).toBe(401);
  });

  it('is refused with another value, and nothing changes', async () => {
    const { userId } = await newUser();
    const path = `/v1/users/${userId}`;
    const before = await must(() => admin.call('GET', path));
    const refused = await admin.call('PATCH', path, { body: { status: 'closed', name: 'Eve' } });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(await must(() => admin.call('GET', path))).toEqual(before);
  });
});

describe('any, DELETE /v1/users/{user_id}: removed for good', () => {
  it.each(STATUSES)('from %s', async (status) => {
    const { userId, email, password, token, refreshToken } = await newUser();
    await setStatus(userId, status);
    const path = `/v1/users/${userId}`;
    const removed = await admin.call('DELETE', path);
    const keys = { api_keys: [], revoked_api_keys: 0 };
    expect(removed.body).toEqual({ id: userId, message: expect.any(String), ...keys });
    expect((await admin.call('GET', path)).status).toBe(404);
    expect((await admin.call('DELETE', path)).status).toBe(404);
    expect((await call('GET', path, { token })).status).toBe(401);
    const refresh = { token: refreshToken, body: { refresh_token: refreshToken } };
    expect((await call('POST', '/v1/auth/refresh', refresh)).body.error).toBe('invalid_grant');
    const login = await call('POST', '/v1/auth/login', { body: { email, password } });
    expect(login.body.error).toBe('invalid_credentials');
  });

  it('frees the email', async () => {
    const { userId, email } = await newUser();
    await must(() => admin.call('DELETE', `/v1/users/${userId}`));
    const body = { email, password: 'correct horse' };
    const { status, body: successor } = await call('POST', '/v1/users', { body });
    expect(status).toBe(201);
    expect(successor.id).not.toBe(userId);
  });

  it("is refused for an account's last owner until it has another one", async () => {
    const owner = await newOwner();
    const heir = await newUser(owner);
    const path = `/v1/users/${owner.userId}`;
    expect((await owner.call('DELETE', path)).body.error).toBe('conflict');
    await must(() => owner.call('PATCH', `/v1/users/${heir.userId}`, { body: { role: 'owner' } }));
    await must(() => owner.call('DELETE', path));
    const account = await must(() => heir.call('GET', '/v1/account'));
    expect(account.status).toBe('active');
    const left = await must(() => heir.call('GET', '/v1/account/users'));
    expect(left.data.map(({ id }: { id: string }) => id)).toEqual([heir.userId]);
  });

  it('lets an administrator delete the last owner too, after naming another one', async () => {
    const owner = await newOwner();
    const member = await newUser(owner);
    await must(() => admin.call('DELETE', `/v1/users/${owner.userId}`));
    const owners = `/v1/users?account_id=${owner.accountId}&role=owner`;
    expect((await must(() => admin.call('GET', owners))).data).toEqual([]);
    const body = { role: 'owner' };
    await must(() => admin.call('PATCH', `/v1/users/${member.userId}`, { body }));
    const [heir] = (await must(() => admin.call('GET', owners))).data;
    expect(heir.id).toBe(member.userId);
  });
});
