import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/auth/sessions',
  access: [
    about('own sessions', undefined),
    listBy('own sessions', ['starting_after', 'session'], {
      whose: 'owner',
      unknown: '400 invalid_request',
      misshapen: '400 invalid_request',
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own sessions', ({ loner }) => loner.call('GET', '/v1/auth/sessions')),
    refusesEach(
      400,
      'invalid_request',
      (query: string) =>
        ({ loner }) =>
          loner.call('GET', `/v1/auth/sessions?${query}`),
      {
        'a limit of zero': 'limit=0',
        'a cursor that is no session': 'starting_after=ses_1',
        'both cursors': `starting_after=${ABSENT.session}&ending_before=${ABSENT.session}`,
      },
    ),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', '/v1/auth/sessions')),
  ],
};
