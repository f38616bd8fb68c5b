import { slug } from '../access/fresh.ts';
import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createPlan, newSlug } from '../prepare/plans.ts';
import { guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/plans',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      isActing: true,
      request: (id) => ({
        path: '/v1/plans',
        body: { id: slug(), name: 'New', amount: 900, interval: 'month', account_id: id },
      }),
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for plans',
  scenarios: [
    guarded,
    succeeds(201, 'a plan', createPlan({ currency: 'USD', interval_count: 3 })),
    refusesEach(400, 'invalid_request', createPlan, {
      'no id': { id: undefined },
      'an id with spaces': { id: 'gold plan' },
      'no name': { name: undefined },
      'an amount below zero': { amount: -1 },
      'an unknown interval': { interval: 'decade' },
      'an interval of many years': { interval: 'year', interval_count: 100 },
    }),
    refuses(400, 'currency_mismatch', 'another currency', createPlan({ currency: 'EUR' })),
    needsScope,
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/plans', {
        body: { id: newSlug(), name: 'Gold', amount: 1500, interval: 'month' },
      }),
    ),
    refuses(409, 'conflict', 'an id that is taken', (world) =>
      createPlan({ id: world.objects.planId })(world),
    ),
    refuses(409, 'conflict', 'a reserved id', createPlan({ id: 'pro_monthly' })),
  ],
};
