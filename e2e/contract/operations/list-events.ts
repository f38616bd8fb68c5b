import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newestEvent } from '../prepare/events.ts';
import { by, needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listEvents = (query: string) => by('owner', 'GET', `/v1/events?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/events',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    pageAfter('read what the account has', 'event'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', listEvents('')),
    succeeds(200, 'what follows a number', listEvents('after_sequence=3&limit=2')),
    succeeds(200, 'all of a kind', listEvents('type=transaction.*')),
    succeeds(200, 'what came of a request', listEvents('request_id=req_1')),
    succeeds(200, 'after one of them', async ({ owner }) =>
      owner.call('GET', `/v1/events?starting_after=${await newestEvent(owner)}`),
    ),
    succeeds(200, 'a member', ({ member }) => member.call('GET', '/v1/events')),
    succeeds(200, 'an API key', ({ key }) => key.call('GET', '/v1/events')),
    succeeds(200, 'one account, for an admin', ({ admin, owner }) =>
      admin.call('GET', `/v1/events?account_id=${owner.accountId}&after_sequence=0`),
    ),
    refusesEach(400, 'invalid_request', listEvents, {
      'a limit of zero': 'limit=0',
      'an unknown type': 'type=payment.lost',
      'an invalid number': 'after_sequence=last',
      'a number and a cursor': `after_sequence=1&starting_after=${ABSENT.event}`,
      'a cursor that is no event': 'starting_after=first',
      'a cursor without an object': `starting_after=${ABSENT.event}`,
      'both cursors': `starting_after=${ABSENT.event}&ending_before=${ABSENT.event}`,
    }),
    refuses(400, 'invalid_request', 'a number without an account', ({ admin }) =>
      admin.call('GET', '/v1/events?after_sequence=1'),
    ),
    refuses(400, 'invalid_request', 'a cursor of another account', async ({ owner, stranger }) =>
      owner.call('GET', `/v1/events?starting_after=${await newestEvent(stranger)}`),
    ),
    needsScope,
  ],
};
