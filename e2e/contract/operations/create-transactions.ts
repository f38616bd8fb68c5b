import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, guarded, refusesEach, succeeds } from '../scenario.ts';

const bulk = (body: unknown) => by('owner', 'POST', '/v1/transactions/bulk', { body });

const credit = { type: 'credit', amount: 1, currency: 'USD' };

/** The request as a whole answers 200; the outcome of its one item is inside. */
function firstOutcome(body: unknown): string {
  const [item] = (body as { data: readonly { status: number; body: { error?: string } }[] }).data;
  if (!item) return 'no outcome';
  return item.status < 300 ? 'ok' : `${item.status} ${item.body.error}`;
}

export const contract: Contract = {
  operation: 'POST /v1/transactions/bulk',
  access: [
    about('change what the account has', 'account', {
      request: (id) => ({
        path: '/v1/transactions/bulk',
        body: { transactions: [{ ...credit, account_id: id }] },
      }),
      statusOf: firstOutcome,
    }),
  ],
  events: ['transaction.created'],
  scenarios: [
    guarded,
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
  ],
};
