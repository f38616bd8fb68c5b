import { about, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const INVITATIONS = '/v1/invitations';

export const contract: Contract = {
  operation: 'GET /v1/invitations',
  access: [about('list the team', undefined), pageAfter('list the team', 'invitation')],
  scenarios: [
    needsToken,
    succeeds(200, 'an owner', ({ owner }) => owner.call('GET', INVITATIONS)),
    refuses(400, 'invalid_request', 'an invalid cursor', ({ owner }) =>
      owner.call('GET', `${INVITATIONS}?starting_after=${ABSENT.invitation}`),
    ),
    refuses(403, 'forbidden', 'a member', ({ member: one }) => one.call('GET', INVITATIONS)),
  ],
};
