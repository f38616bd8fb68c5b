import type { Answer } from '@florin/testing';
import { ownPlan } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newPlan } from '../prepare/plans.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

/** Changes a new plan of the owner, or the plan with this id. */
const changePlan =
  (body: object, id?: string) =>
  async (world: World): Promise<Answer> =>
    world.owner.call('PATCH', `/v1/plans/${id ?? (await newPlan(world))}`, { body });

export const contract: Contract = {
  operation: 'PATCH /v1/plans/{plan_id}',
  access: [
    about('change by a name within the account', 'plan', {
      body: { name: 'Changed' },
      fresh: ownPlan,
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for plans',
  scenarios: [
    guarded,
    succeeds(200, 'another name', changePlan({ name: 'Golden' })),
    refusesEach(400, 'invalid_request', changePlan, {
      'no name': {},
      'another price': { name: 'Golden', amount: 1 },
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('PATCH', `/v1/plans/${objects.planId}`, { body: { name: 'Golden' } }),
    ),
    refuses(404, 'not_found', 'no such plan', changePlan({ name: 'Golden' }, 'platinum')),
    refuses(409, 'conflict', 'a starter plan', changePlan({ name: 'Golden' }, 'pro_monthly')),
  ],
};
