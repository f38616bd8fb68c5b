import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';

const listAccounts = (query: string) => by('admin', 'GET', `/v1/accounts?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/accounts',
  access: [about('read any account', undefined)],
  scenarios: [
    needsToken,
    succeeds(200, 'an admin', listAccounts('')),
    succeeds(200, 'the platform', ({ platform }) => platform.call('GET', '/v1/accounts')),
    succeeds(
      200,
      'every filter',
      listAccounts(
        'page=1&limit=2&status=active&type=business&livemode=false&created_after=2020-01-01&created_before=2999-01-01T00:00:00%2B02:00',
      ),
    ),
    succeeds(200, 'closed ones', listAccounts('status=closed')),
    succeeds(200, 'live ones', listAccounts('livemode=true')),
    succeeds(200, 'pending ones', listAccounts('status=pending')),
    succeeds(200, 'a page past the end', listAccounts('page=100000')),
    refusesEach(400, 'invalid_request', listAccounts, {
      'a limit of zero': 'limit=0',
      'a negative page': 'page=-1',
      'an unknown status': 'status=open',
      'an unknown type': 'type=club',
      'an unknown mode': 'livemode=yes',
      'an unknown day': 'created_after=2026-02-30',
      'a time without end': 'created_before=infinity',
    }),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', '/v1/accounts')),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('GET', '/v1/accounts')),
    refuses(403, 'forbidden', 'a user without an account', by('loner', 'GET', '/v1/accounts')),
  ],
};
