import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { read, wrongFilters } from '../prepare/audit-log.ts';
import { needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';

const EXPORT = '/v1/audit_log/export';

export const contract: Contract = {
  operation: 'GET /v1/audit_log/export',
  access: [
    about('read the audit log', undefined),
    listBy('read the audit log', ['account_id', 'account']),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', read(EXPORT)('')),
    succeeds(200, 'one account, for an admin', ({ admin, owner }) =>
      admin.call('GET', `${EXPORT}?account_id=${owner.accountId}`),
    ),
    refusesEach(400, 'invalid_request', read(EXPORT), wrongFilters),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', EXPORT)),
    needsScope,
  ],
  example: ({ token }) => ({ token, query: 'type=api_key.*' }),
};
