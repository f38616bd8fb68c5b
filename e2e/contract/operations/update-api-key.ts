import { newApiKey } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createdBy } from '../prepare/api-keys.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (id: string) => `/v1/api_keys/${id}`;

export const contract: Contract = {
  operation: 'PATCH /v1/api_keys/{api_key_id}',
  access: [
    about('manage API keys', 'apiKey', {
      fresh: newApiKey,
      body: { name: 'Changed' },
    }),
  ],
  events: ['api_key.updated'],
  scenarios: [
    guarded,
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
  ],
};
