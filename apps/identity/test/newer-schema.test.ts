import { type Answer, widenSchema } from '@florin/testing';
import { expect, it } from 'vitest';
import { newGateway } from './gateways.ts';
import { checkKey, createKey } from './keys.ts';
import { newAdmin, newOwner, newUser } from './people.ts';
import { startIdentity, type TestIdentity, useIdentity } from './start-identity.ts';
import { context, logIn, newEmail, refresh } from './steps.ts';

const { identity, database } = useIdentity();

/** Reads and writes every table through public interfaces. */
async function live(at: TestIdentity): Promise<void> {
  const gateway = newGateway(at);
  await gateway.renew();
  const owner = await newOwner(at);
  const admin = await newAdmin(at);
  const member = await newUser(at, owner.caller);
  const by = (method: string, path: string, body?: object, caller = owner.caller) =>
    at.call(method, path, { caller, body });
  const login = await logIn(at, member.email);
  const key = await createKey(at, owner.caller, { name: 'back end' }, 'a-key');
  expect((await checkKey(at, key.body.secret)).alive).toBe(true);
  const rotated = await by('POST', `/v1/api_keys/${key.body.id}/rotate`);
  expectDone([
    login,
    await refresh(at, login.body.refresh_token),
    key,
    await createKey(at, owner.caller, { name: 'back end' }, 'a-key'),
    rotated,
    await by('GET', '/v1/api_keys?limit=1'),
    await by('GET', '/v1/users', undefined, admin.caller),
    await by('GET', `/v1/users/${member.id}`),
    await by('PATCH', `/v1/users/${member.id}`, { name: 'Grace' }),
    await by('GET', '/v1/auth/sessions'),
    await at.call('GET', '/.well-known/jwks.json'),
  ]);
  expect((await logIn(at, member.email, 'no password of theirs')).status).toBe(401);

  const accountId = owner.accountId ?? '';
  const move = { accountId, email: newEmail() };
  await at.client.reserveAccountEmail(move, context());
  await at.client.confirmAccountEmail({ ...move, userId: owner.userId }, context());
  await gateway.end();
  expectDone([
    await by('DELETE', `/v1/api_keys/${rotated.body.id}`),
    await by('DELETE', `/v1/users/${member.id}`),
  ]);
  await at.client.closeAccount({ accountId }, context());
}

function expectDone(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
}

it('keeps working while a newer version migrates its tables, and starts on them', async () => {
  await live(identity());
  await database().query(widenSchema('identity'));
  await live(identity());
  const another = await startIdentity(database().url);
  await live(another);
  await another.stop();
  for (const { logLines } of [identity(), another])
    expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
