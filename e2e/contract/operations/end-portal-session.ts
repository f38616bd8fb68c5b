import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, needsScope, refuses, succeeds } from '../scenario.ts';
import { newPortalSession } from '../world.ts';

const SESSIONS = '/v1/portal_sessions';

export const contract: Contract = {
  operation: 'DELETE /v1/portal_sessions/{portal_session_id}',
  access: [
    about('change what the account has', 'portalSession', {
      fresh: async ({ owner }) => ({ id: (await newPortalSession(owner)).id }),
    }),
  ],
  withoutEvents: 'only the seller shares the link to a page',
  scenarios: [
    guarded,
    succeeds(200, 'one of its own', async ({ owner }) =>
      owner.call('DELETE', `${SESSIONS}/${(await newPortalSession(owner)).id}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'one of another account', async ({ owner, stranger }) =>
      stranger.call('DELETE', `${SESSIONS}/${(await newPortalSession(owner)).id}`),
    ),
  ],
};
