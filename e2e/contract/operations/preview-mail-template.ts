import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { preview, wrong } from '../prepare/mail.ts';
import { needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/mail_templates/{kind}/preview',
  access: [
    about('read the own account', undefined, {
      request: () => ({ path: '/v1/mail_templates/invoice/preview', body: { language: 'fr' } }),
    }),
  ],
  withoutEvents: 'nothing is stored',
  scenarios: [
    needsToken,
    succeeds(200, 'words that are not kept', preview({ body: 'Pay by {due_date}' })),
    refusesEach(400, 'invalid_request', preview, wrong),
    needsScope,
    refuses(404, 'not_found', 'a mail that sellers cannot change', preview({}, 'password_reset')),
  ],
};
