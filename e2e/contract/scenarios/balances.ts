import type { Caller } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const own =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/account/balance?${query}`);

const see = (person: Caller, accountId: string, query = '') =>
  person.call('GET', `/v1/accounts/${accountId}/balance?${query}`);

const invalidTimes = { 'an unknown day': 'at=2026-02-30', 'no time': 'at=noon' };

export const balanceScenarios = [
  ...needsToken('GET /v1/account/balance'),
  ...scenarios(
    'GET /v1/account/balance',
    succeeds(200, 'now', own('')),
    succeeds(200, 'then', own('at=2026-01-31')),
    succeeds(200, 'a suspended account', ({ suspended }) =>
      suspended.call('GET', '/v1/account/balance'),
    ),
    refusesEach(400, 'invalid_request', own, invalidTimes),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/account/balance'),
    ),
  ),
  ...needsToken('GET /v1/accounts/{account_id}/balance'),
  ...scenarios(
    'GET /v1/accounts/{account_id}/balance',
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
  ),
];

const bulk =
  (body: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/transactions/bulk', { body });

export const bulkScenarios = [
  ...guarded('POST /v1/transactions/bulk'),
  ...scenarios(
    'POST /v1/transactions/bulk',
    succeeds(200, 'outcomes of all kinds', (world) => {
      const credit = { account_id: world.owner.accountId, amount: 1, currency: 'USD' };
      return bulk({
        transactions: [{ ...credit, type: 'credit' }, { ...credit, type: 'payment', amount: 0 }, 7],
      })(world);
    }),
    refusesEach(400, 'invalid_request', bulk, {
      'no list': {},
      'an empty list': { transactions: [] },
      'one too many': { transactions: Array.from({ length: 101 }, () => ({})) },
      'broken JSON': '{"transactions":[',
    }),
  ),
];
