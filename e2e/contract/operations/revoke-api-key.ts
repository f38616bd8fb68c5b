import { newApiKey } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { createdBy, onlyOwners } from '../prepare/api-keys.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (id: string) => `/v1/api_keys/${id}`;

export const contract: Contract = {
  operation: 'DELETE /v1/api_keys/{api_key_id}',
  access: [about('manage API keys', 'apiKey', { fresh: newApiKey })],
  events: ['api_key.revoked'],
  scenarios: [
    guarded,
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
  ],
};
