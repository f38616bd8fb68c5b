import { scopes } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeJoining } from './joining.ts';
import { callBy, type Key, makeKeys } from './key-callers.ts';
import { newOwner, outcome, type Person } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { newEmail } from './steps.ts';

const service = useIdentity();
const { identity } = service;
const { accept, invitationFor } = makeJoining(service);
const call = callBy(identity);
const newKey = makeKeys(identity, () => owner);

let owner: Person;
beforeAll(async () => {
  owner = await newOwner(identity());
});

describe('an invitation by an API key', () => {
  it('adds its reader and shows an owner as the inviter', async () => {
    const key = await newKey(scopes);
    const email = newEmail();
    const invited = await call(key, 'POST', '/v1/invitations', { email });
    expect([invited.status, invited.body.invited_by_id]).toEqual([201, null]);
    expect((await accept(await invitationFor(email))).status).toBe(200);
  });

  it.each([
    ['is revoked', (key: Key) => call(owner, 'DELETE', `/v1/api_keys/${key.id}`)],
    [
      'is revoked with its account’s keys of an older version',
      (key: Key) =>
        service.database().query('delete from api_keys where id = $1', [key.caller.apiKeyId]),
    ],
    [
      'loses a scope',
      (key: Key) =>
        service
          .database()
          .query(`update api_keys set scopes = '{users:write}' where id = $1`, [
            key.caller.apiKeyId,
          ]),
    ],
    [
      'expires',
      (key: Key) =>
        service
          .database()
          .query(`update api_keys set expires_at = '2001-01-01' where id = $1`, [
            key.caller.apiKeyId,
          ]),
    ],
  ])('joins no one once the key %s', async (_how, end) => {
    const key = await newKey(scopes);
    const email = newEmail();
    expect((await call(key, 'POST', '/v1/invitations', { email })).status).toBe(201);
    const token = await invitationFor(email);
    await end(key);
    expect(outcome(await accept(token))).toBe('400 invalid_grant');
  });

  it('is shown as revoked once its key is', async () => {
    const key = await newKey(scopes);
    const { body } = await call(key, 'POST', '/v1/invitations', { email: newEmail() });
    await call(owner, 'DELETE', `/v1/api_keys/${key.id}`);
    const list = await call(owner, 'GET', '/v1/invitations?limit=100');
    const listed = list.body.data.find(({ id }: { id: string }) => id === body.id);
    expect(listed.status).toBe('revoked');
  });
});

describe('a policy changed by an API key', () => {
  const change = (key: Key, body: object) => call(key, 'PATCH', '/v1/account/policy', body);

  it('can raise the refund limit of support with payments:write, and nothing about second factors', async () => {
    const lacking = await newKey(['settings:read', 'settings:write']);
    const key = await newKey(['settings:write', 'payments:write']);
    expect(outcome(await change(lacking, { support_refund_max: 100 }))).toBe('403 forbidden');
    expect(outcome(await change(key, { support_refund_max: 100 }))).toBe('200');
    expect(outcome(await change(lacking, { support_refund_max: 50 }))).toBe('200');
    for (const body of [{ second_factor_required: true }, { step_up_refund_max: 1_000 }])
      expect(outcome(await change(key, body))).toBe('403 forbidden');
    const { body } = await call(lacking, 'GET', '/v1/account/policy');
    expect(body).toMatchObject({
      ...{ support_refund_max: 50, step_up_refund_max: null },
      second_factor_required: false,
    });
  });
});
