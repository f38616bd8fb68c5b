import { call } from '../../api.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createdBy } from '../prepare/api-keys.ts';
import { by, guarded, refuses, refusesEach, succeeds } from '../scenario.ts';

const create = (fields: unknown) => by('owner', 'POST', '/v1/api_keys', { body: fields });

export const contract: Contract = {
  operation: 'POST /v1/api_keys',
  access: [about('manage API keys', undefined, { body: { name: 'New' } })],
  events: ['api_key.created'],
  scenarios: [
    guarded,
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
  ],
};
