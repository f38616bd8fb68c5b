import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';

const list = (query: string) => by('owner', 'GET', `/v1/reconciliations?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/reconciliations',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'a week of the account’s own', list('')),
    succeeds(200, 'of everybody', ({ admin }) => admin.call('GET', '/v1/reconciliations')),
    succeeds(200, 'every filter', list('from=2026-01-01&to=2026-01-31&processor=test')),
    refusesEach(400, 'invalid_request', list, {
      'more than a month': 'from=2026-01-01&to=2026-02-01',
      'days that run backwards': 'from=2026-01-02&to=2026-01-01',
      'an unknown day': 'from=2026-02-30',
      'a processor of another shape': 'processor=No',
    }),
    needsScope,
  ],
};
