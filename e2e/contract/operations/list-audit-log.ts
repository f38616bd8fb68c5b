import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { read, wrongFilters } from '../prepare/audit-log.ts';
import { newestEvent } from '../prepare/events.ts';
import { needsScope, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/audit_log';
const list = read(LIST);

export const contract: Contract = {
  operation: 'GET /v1/audit_log',
  access: [
    about('read the audit log', undefined),
    listBy('read the audit log', ['account_id', 'account']),
    pageAfter('read the audit log', 'event'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', list('limit=3')),
    succeeds(200, 'all of a kind since a day', list('type=user.*&created_after=2026-01-01')),
    succeeds(200, 'by what was asked', list('method=POST&path=/v1/payments&outcome=done')),
    succeeds(200, 'by request and key', list('request_id=req_1&api_key_id=key_1')),
    succeeds(200, 'after one of them', async ({ owner }) =>
      owner.call('GET', `${LIST}?starting_after=${await newestEvent(owner)}`),
    ),
    succeeds(200, 'one account, for an admin', ({ admin, owner }) =>
      admin.call('GET', `${LIST}?account_id=${owner.accountId}`),
    ),
    refusesEach(400, 'invalid_request', list, {
      ...wrongFilters,
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.event}`,
      'both cursors': `starting_after=${ABSENT.event}&ending_before=${ABSENT.event}`,
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', LIST)),
    succeeds(200, 'an API key with the scope', ({ key }) => key.call('GET', LIST)),
    needsScope,
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) => loner.call('GET', LIST)),
  ],
};
