import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createdBy } from '../prepare/api-keys.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (id: string) => `/v1/api_keys/${id}`;

export const contract: Contract = {
  operation: 'GET /v1/api_keys/{api_key_id}',
  access: [about('read API keys', 'apiKey')],
  scenarios: [
    needsToken,
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
  ],
};
