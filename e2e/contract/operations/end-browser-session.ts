import { inAnotherSession } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newUser } from '../people.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const COOKIE = '/v1/auth/browser_session';

export const contract: Contract = {
  operation: 'DELETE /v1/auth/browser_session',
  access: [
    about('own sessions', undefined, {
      fresh: inAnotherSession,
    }),
  ],
  events: ['session.ended'],
  scenarios: [
    needsToken,
    succeeds(200, 'the own session', async () => (await newUser()).call('DELETE', COOKIE)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('DELETE', COOKIE)),
  ],
};
