import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { wrong } from '../prepare/mail.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

const TEMPLATES = '/v1/mail_templates';

const say =
  (words: object, kind = 'invoice') =>
  ({ owner }: World) =>
    owner.call('PATCH', `${TEMPLATES}/${kind}`, { body: { language: 'en', ...words } });

export const contract: Contract = {
  operation: 'PATCH /v1/mail_templates/{kind}',
  access: [
    about('change the own account', undefined, {
      request: () => ({ path: '/v1/mail_templates/invoice', body: { language: 'fr' } }),
    }),
  ],
  withoutEvents: 'mail templates have no events',
  scenarios: [
    guarded,
    succeeds(200, 'words of their own', say({ subject: 'Your flowers', body: 'From {account}' })),
    succeeds(200, 'our words again', say({ subject: null, body: null })),
    refusesEach(400, 'invalid_request', say, wrong),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('PATCH', `${TEMPLATES}/invoice`, { body: { language: 'en' } }),
    ),
    refuses(404, 'not_found', 'a mail that sellers cannot change', say({}, 'password_reset')),
  ],
};
