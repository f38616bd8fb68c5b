import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/webhook_endpoints';

export const contract: Contract = {
  operation: 'GET /v1/webhook_endpoints',
  access: [
    about('read webhooks', undefined),
    listBy('read webhooks', ['account_id', 'account']),
    pageAfter('read webhooks', 'webhookEndpoint'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the endpoints of the account', ({ owner }) => owner.call('GET', LIST)),
    succeeds(200, 'those that events do not reach', by('owner', 'GET', `${LIST}?failing=true`)),
    succeeds(200, 'those of all accounts, for the platform', ({ platform }) =>
      platform.call('GET', `${LIST}?limit=1`),
    ),
    refusesEach(
      400,
      'invalid_request',
      (query: string) =>
        ({ owner }: World) =>
          owner.call('GET', `${LIST}?${query}`),
      {
        'a limit of zero': 'limit=0',
        'neither failing nor not': 'failing=perhaps',
        'a cursor without an object': `starting_after=${ABSENT.webhookEndpoint}`,
        'both cursors': `starting_after=${ABSENT.webhookEndpoint}&ending_before=${ABSENT.webhookEndpoint}`,
      },
    ),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', LIST)),
  ],
};
