import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (accountId: string) => `/v1/accounts/${accountId}`;

export const contract: Contract = {
  operation: 'GET /v1/accounts/{account_id}',
  access: [about('read any account', 'account')],
  scenarios: [
    needsToken,
    succeeds(200, 'an admin', ({ admin, owner }) => admin.call('GET', at(owner.accountId))),
    succeeds(200, 'the platform', ({ platform, owner }) =>
      platform.call('GET', at(owner.accountId)),
    ),
    succeeds(200, 'a closed account', ({ admin, closed }) =>
      admin.call('GET', at(closed.accountId)),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', at(owner.accountId))),
    refuses(403, 'forbidden', 'an owner of another account', ({ owner, stranger }) =>
      owner.call('GET', at(stranger.accountId)),
    ),
    refuses(404, 'not_found', 'no such account', by('admin', 'GET', at(ABSENT.account))),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => admin.call('GET', at('1'))),
  ],
};
