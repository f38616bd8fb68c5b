import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

const TEMPLATES = '/v1/mail_templates';

export const contract: Contract = {
  operation: 'GET /v1/mail_templates',
  access: [about('read the own account', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'of one language', by('member', 'GET', `${TEMPLATES}?language=de`)),
    refuses(400, 'invalid_request', 'an unsupported language of mails', ({ owner }) =>
      owner.call('GET', `${TEMPLATES}?language=la`),
    ),
    needsScope,
    refuses(403, 'forbidden', 'a token without an account', by('loner', 'GET', TEMPLATES)),
  ],
};
