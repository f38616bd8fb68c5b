import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsToken, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, record } from '../world.ts';

const listTransactions = (query: string) => by('owner', 'GET', `/v1/transactions?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/transactions',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    pageAfter('read what the account has', 'transaction'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s own', listTransactions('')),
    succeeds(
      200,
      'every filter',
      listTransactions(
        'status=succeeded&type=credit&limit=1&reference=x&date_from=2020-01-01&date_to=2999-12-31T23:59:59Z',
      ),
    ),
    succeeds(
      200,
      'times without an offset, and one with an unencoded +',
      listTransactions('date_from=2020-01-01T00:00:00&date_to=2999-12-31T23:59:59+01:00'),
    ),
    succeeds(200, 'after one of them', ({ owner, objects }) =>
      owner.call('GET', `/v1/transactions?starting_after=${objects.heldId}`),
    ),
    succeeds(200, 'before one of them', ({ owner, objects }) =>
      owner.call('GET', `/v1/transactions?ending_before=${objects.creditId}`),
    ),
    succeeds(200, 'a limit over the maximum', listTransactions('limit=101')),
    succeeds(200, 'a user without an account', by('loner', 'GET', '/v1/transactions')),
    succeeds(200, 'one account, for an admin', ({ admin, owner }) =>
      admin.call('GET', `/v1/transactions?account_id=${owner.accountId}`),
    ),
    refusesEach(400, 'invalid_request', listTransactions, {
      'a limit of zero': 'limit=0',
      'a limit in words': 'limit=all',
      'an unknown status': 'status=open',
      'an unknown type': 'type=charge',
      'an unknown day': 'date_from=2026-02-30',
      'a time without end': 'date_to=infinity',
      'a cursor that is no transaction': 'starting_after=first',
      'a cursor without an object': `starting_after=${ABSENT.transaction}`,
      'both cursors': `starting_after=${ABSENT.transaction}&ending_before=${ABSENT.transaction}`,
    }),
    refuses(400, 'invalid_request', 'a cursor of another account', async ({ owner, stranger }) => {
      const { id } = await record(stranger, { type: 'credit', amount: 1 });
      return owner.call('GET', `/v1/transactions?starting_after=${id}`);
    }),
  ],
};
