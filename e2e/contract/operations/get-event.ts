import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newestEvent } from '../prepare/events.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/events/{event_id}',
  access: [about('read what the account has', 'event')],
  scenarios: [
    needsToken,
    succeeds(200, 'an event of the account', async ({ owner }) =>
      owner.call('GET', `/v1/events/${await newestEvent(owner)}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'no such event', by('owner', 'GET', `/v1/events/${ABSENT.event}`)),
    refuses(404, 'not_found', 'a malformed id', by('owner', 'GET', '/v1/events/last')),
    refuses(404, 'not_found', 'an event of another account', async ({ owner, stranger }) =>
      owner.call('GET', `/v1/events/${await newestEvent(stranger)}`),
    ),
  ],
};
