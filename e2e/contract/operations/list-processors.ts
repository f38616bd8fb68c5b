import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const PATH = '/v1/processors';

export const contract: Contract = {
  operation: 'GET /v1/processors',
  access: [about('prove the books', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'an admin', ({ admin }) => admin.call('GET', PATH)),
    refuses(400, 'invalid_request', 'a name that there is not', ({ admin }) =>
      admin.call('GET', `${PATH}?nothing=1`),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', PATH)),
    refuses(403, 'forbidden', 'the platform', ({ platform }) => platform.call('GET', PATH)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', PATH)),
  ],
};
