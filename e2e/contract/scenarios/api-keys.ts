import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../../api.ts';
import { must } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const create =
  (fields: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/api_keys', { body: fields });

const createdBy = ({ owner }: Pick<World, 'owner'>, fields: object = {}) =>
  must(() => owner.call('POST', '/v1/api_keys', { body: { name: 'till', ...fields } }));

const at = (id: string) => `/v1/api_keys/${id}`;

/** Callers who may not manage an account's keys, by method and path. */
const onlyOwners = (method: string, path: string) => [
  refuses(403, 'forbidden', 'a member', ({ member }) => member.call(method, path, { body: {} })),
  refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
    loner.call(method, path, { body: {} }),
  ),
];

const listApiKeys =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/api_keys?${query}`);

export const apiKeyScenarios = [
  ...guarded('POST /v1/api_keys'),
  ...scenarios(
    'POST /v1/api_keys',
    succeeds(201, 'a name', create({ name: 'till' })),
    succeeds(201, 'scopes', create({ name: 'till', scopes: ['payments:write', 'account:read'] })),
    succeeds(201, 'an API key with all scopes', ({ key }) =>
      key.call('POST', '/v1/api_keys', { body: { name: 'till', scopes: ['account:read'] } }),
    ),
    refuses(403, 'forbidden', 'an API key that gives more than it has', async (world) => {
      const { secret } = await createdBy(world, { scopes: ['api_keys:write'] });
      const body = { name: 'till', scopes: ['account:read'] };
      return call('POST', '/v1/api_keys', { token: secret, body });
    }),
    succeeds(201, 'an end', create({ name: 'till', expires_at: '2999-01-01T00:00:00Z' })),
    refusesEach(400, 'invalid_request', create, {
      'no name': {},
      'a name that is no text': { name: 1 },
      'an unknown scope': { name: 'till', scopes: ['audit_log:write'] },
      'no scopes at all': { name: 'till', scopes: [] },
      'an end in the past': { name: 'till', expires_at: '2020-01-01T00:00:00Z' },
      'an end that is no time': { name: 'till', expires_at: 'soon' },
      'broken JSON': '{',
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('POST', '/v1/api_keys', { body: { name: 'till' } }),
    ),
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/api_keys', { body: { name: 'till' } }),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/api_keys', { body: { name: 'till' } }),
    ),
  ),
  ...needsToken('GET /v1/api_keys'),
  ...scenarios(
    'GET /v1/api_keys',
    succeeds(200, 'the keys of the account', listApiKeys('limit=2')),
    refusesEach(400, 'invalid_request', listApiKeys, {
      'a limit of zero': 'limit=0',
      'a cursor that is no key': 'starting_after=till',
      'both cursors': `starting_after=${ABSENT.apiKey}&ending_before=${ABSENT.apiKey}`,
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/api_keys')),
  ),
  ...needsToken('GET /v1/api_keys/{api_key_id}'),
  ...scenarios(
    'GET /v1/api_keys/{api_key_id}',
    succeeds(200, 'a key of the account', async (world) => {
      const { id } = await createdBy(world);
      return world.owner.call('GET', at(id));
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', at(ABSENT.apiKey))),
    refuses(404, 'not_found', 'no such key', ({ owner }) => owner.call('GET', at(ABSENT.apiKey))),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', at('x'))),
    refuses(404, 'not_found', 'a key of another account', async ({ owner, stranger }) => {
      const { id } = await createdBy({ owner: stranger });
      return owner.call('GET', at(id));
    }),
  ),
  ...guarded('DELETE /v1/api_keys/{api_key_id}'),
  ...scenarios(
    'DELETE /v1/api_keys/{api_key_id}',
    succeeds(200, 'a key of the account', async (world) => {
      const { id } = await createdBy(world);
      return world.owner.call('DELETE', at(id));
    }),
    onlyOwners('DELETE', at(ABSENT.apiKey)),
    refuses(404, 'not_found', 'a revoked key', async (world) => {
      const { id } = await createdBy(world);
      await must(() => world.owner.call('DELETE', at(id)));
      return world.owner.call('DELETE', at(id));
    }),
  ),
  ...guarded('PATCH /v1/api_keys/{api_key_id}'),
  ...scenarios(
    'PATCH /v1/api_keys/{api_key_id}',
    succeeds(200, 'another name', async (world) => {
      const { id } = await createdBy(world);
      return world.owner.call('PATCH', at(id), { body: { name: 'counter' } });
    }),
    refuses(400, 'invalid_request', 'no name', async (world) => {
      const { id } = await createdBy(world);
      return world.owner.call('PATCH', at(id), { body: {} });
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('PATCH', at(ABSENT.apiKey), { body: { name: 'counter' } }),
    ),
    refuses(404, 'not_found', 'a key of another account', async (world) => {
      const { id } = await createdBy(world);
      return world.stranger.call('PATCH', at(id), { body: { name: 'counter' } });
    }),
  ),
  ...guarded('POST /v1/api_keys/{api_key_id}/rotate'),
  ...scenarios(
    'POST /v1/api_keys/{api_key_id}/rotate',
    succeeds(200, 'no body', async (world) => {
      const { id } = await createdBy(world);
      return world.owner.call('POST', `${at(id)}/rotate`);
    }),
    succeeds(200, 'an overlap', async (world) => {
      const { id } = await createdBy(world);
      return world.owner.call('POST', `${at(id)}/rotate`, { body: { overlap_seconds: 60 } });
    }),
    refusesEach(
      400,
      'invalid_request',
      (body: unknown) => async (world: World) => {
        const { id } = await createdBy(world);
        return world.owner.call('POST', `${at(id)}/rotate`, { body });
      },
      {
        'an overlap of more than a week': { overlap_seconds: 604_801 },
        'a negative overlap': { overlap_seconds: -1 },
        'an overlap in words': { overlap_seconds: 'a day' },
      },
    ),
    onlyOwners('POST', `${at(ABSENT.apiKey)}/rotate`),
    refuses(404, 'not_found', 'no such key', ({ owner }) =>
      owner.call('POST', `${at(ABSENT.apiKey)}/rotate`),
    ),
    refuses(409, 'conflict', 'a key that has expired', async (world) => {
      const endsAt = Date.now() + 3_000;
      const { id } = await createdBy(world, { expires_at: new Date(endsAt).toISOString() });
      await pause(endsAt + 100 - Date.now());
      return world.owner.call('POST', `${at(id)}/rotate`);
    }),
  ),
];
