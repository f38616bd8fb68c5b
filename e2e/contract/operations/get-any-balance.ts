import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import type { Caller } from '../people.ts';
import { needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const see = (person: Caller, accountId: string, query = '') =>
  person.call('GET', `/v1/accounts/${accountId}/balance?${query}`);

const invalidTimes = { 'an unknown day': 'at=2026-02-30', 'no time': 'at=noon' };

export const contract: Contract = {
  operation: 'GET /v1/accounts/{account_id}/balance',
  access: [about('read what the account has', 'account')],
  scenarios: [
    needsToken,
    succeeds(200, 'one’s own', ({ owner }) => see(owner, owner.accountId)),
    succeeds(200, 'any, for an admin', ({ admin, owner }) => see(admin, owner.accountId)),
    succeeds(200, 'any, for the platform', ({ platform, owner }) => see(platform, owner.accountId)),
    refusesEach(
      400,
      'invalid_request',
      (query: string) =>
        ({ owner }) =>
          see(owner, owner.accountId, query),
      invalidTimes,
    ),
    refuses(404, 'not_found', 'another account', ({ owner, stranger }) =>
      see(owner, stranger.accountId),
    ),
    refuses(404, 'not_found', 'no such account', ({ admin }) => see(admin, ABSENT.account)),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => see(admin, 'mine')),
  ],
};
