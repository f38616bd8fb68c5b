import { setTimeout as pause } from 'node:timers/promises';
import { newApiKey } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createdBy, onlyOwners } from '../prepare/api-keys.ts';
import { by, guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const at = (id: string) => `/v1/api_keys/${id}`;

export const contract: Contract = {
  operation: 'POST /v1/api_keys/{api_key_id}/rotate',
  access: [
    about('manage API keys', 'apiKey', {
      fresh: newApiKey,
    }),
  ],
  events: ['api_key.rotated'],
  scenarios: [
    guarded,
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
    refuses(404, 'not_found', 'no such key', by('owner', 'POST', `${at(ABSENT.apiKey)}/rotate`)),
    refuses(409, 'conflict', 'a key that has expired', async (world) => {
      const endsAt = Date.now() + 3_000;
      const { id } = await createdBy(world, { expires_at: new Date(endsAt).toISOString() });
      await pause(endsAt + 100 - Date.now());
      return world.owner.call('POST', `${at(id)}/rotate`);
    }),
  ],
};
