import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const TEMPLATES = '/v1/mail_templates';

export const contract: Contract = {
  operation: 'GET /v1/mail_templates',
  access: [about('read the own account', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'of one language', ({ member }) =>
      member.call('GET', `${TEMPLATES}?language=de`),
    ),
    refuses(400, 'invalid_request', 'an unsupported language of mails', ({ owner }) =>
      owner.call('GET', `${TEMPLATES}?language=la`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', TEMPLATES),
    ),
    refuses(403, 'forbidden', 'a token without an account', ({ loner }) =>
      loner.call('GET', TEMPLATES),
    ),
  ],
};
