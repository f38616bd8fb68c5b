import { randomBytes } from 'node:crypto';
import type { Answer } from '@florin/testing';
import { must } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const newSlug = () => `plan-${randomBytes(6).toString('hex')}`;

const createPlan =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/plans', {
      body: { id: newSlug(), name: 'Gold', amount: 1500, interval: 'month', ...fields },
    });

const listPlans =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/plans?${query}`);

const soldScenarios = [
  ...guarded('POST /v1/plans'),
  ...scenarios(
    'POST /v1/plans',
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
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', '/v1/plans', { body: {} }),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/plans', {
        body: { id: newSlug(), name: 'Gold', amount: 1500, interval: 'month' },
      }),
    ),
    refuses(409, 'conflict', 'an id that is taken', (world) =>
      createPlan({ id: world.objects.planId })(world),
    ),
    refuses(409, 'conflict', 'a reserved id', createPlan({ id: 'pro_monthly' })),
  ),
  ...needsToken('GET /v1/plans'),
  ...scenarios(
    'GET /v1/plans',
    succeeds(200, 'own plans and starters', listPlans('limit=3')),
    succeeds(200, 'what the platform sells', listPlans('limit=3&seller=platform')),
    refusesEach(400, 'invalid_request', listPlans, {
      'a limit of zero': 'limit=0',
      'an unknown seller': 'seller=me',
      'a cursor without an object': 'starting_after=platinum',
      'both cursors': 'starting_after=basic_monthly&ending_before=pro_monthly',
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/plans'),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('GET', '/v1/plans'),
    ),
    refuses(404, 'not_found', 'no such account, for an admin', ({ admin }) =>
      admin.call('GET', `/v1/plans?account_id=${ABSENT.account}`),
    ),
  ),
  ...needsToken('GET /v1/plans/{plan_id}'),
  ...scenarios(
    'GET /v1/plans/{plan_id}',
    succeeds(200, 'a starter by its bare name', ({ member }) =>
      member.call('GET', '/v1/plans/basic'),
    ),
    succeeds(200, 'a plan of one’s own', ({ owner, objects }) =>
      owner.call('GET', `/v1/plans/${objects.planId}`),
    ),
    refuses(400, 'invalid_request', 'an unknown seller', ({ owner }) =>
      owner.call('GET', '/v1/plans/basic?seller=me'),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/plans/basic'),
    ),
    refuses(404, 'not_found', 'no such plan', ({ owner }) =>
      owner.call('GET', '/v1/plans/platinum'),
    ),
    refuses(404, 'not_found', 'a plan of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/plans/${objects.planId}`),
    ),
  ),
];

const newPlan = async (world: World) => (await must(() => createPlan({})(world))).id;

/** Changes a new plan of the owner, or the plan with this id. */
const changePlan =
  (body: object, id?: string) =>
  async (world: World): Promise<Answer> =>
    world.owner.call('PATCH', `/v1/plans/${id ?? (await newPlan(world))}`, { body });

const moves = (verb: 'archive' | 'unarchive') => {
  const move = async (world: World, id?: string) =>
    world.owner.call('POST', `/v1/plans/${id ?? (await newPlan(world))}/${verb}`);
  return [
    ...guarded(`POST /v1/plans/{plan_id}/${verb}`),
    ...scenarios(
      `POST /v1/plans/{plan_id}/${verb}`,
      succeeds(200, 'a plan', (world) => move(world)),
      succeeds(200, 'repeated', async (world) => {
        const id = await newPlan(world);
        await must(() => move(world, id));
        return move(world, id);
      }),
      refuses(400, 'invalid_request', 'an unknown member', ({ owner, objects }) =>
        owner.call('POST', `/v1/plans/${objects.planId}/${verb}`, { body: { until: '2030' } }),
      ),
      refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
        platform.call('POST', `/v1/plans/${objects.planId}/${verb}`),
      ),
      refuses(404, 'not_found', 'no such plan', (world) => move(world, 'platinum')),
      refuses(404, 'not_found', 'a plan of another account', ({ stranger, objects }) =>
        stranger.call('POST', `/v1/plans/${objects.planId}/${verb}`),
      ),
      refuses(409, 'conflict', 'a starter plan', (world) => move(world, 'pro_monthly')),
    ),
  ];
};

const planChangeScenarios = [
  ...guarded('PATCH /v1/plans/{plan_id}'),
  ...scenarios(
    'PATCH /v1/plans/{plan_id}',
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
  ),
  ...moves('archive'),
  ...moves('unarchive'),
];

export const planScenarios = [...soldScenarios, ...planChangeScenarios];
