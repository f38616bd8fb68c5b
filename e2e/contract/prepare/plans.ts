import { randomBytes } from 'node:crypto';
import { must } from '../people.ts';
import { refuses, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

export const newSlug = () => `plan-${randomBytes(6).toString('hex')}`;

export const createPlan =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/plans', {
      body: { id: newSlug(), name: 'Gold', amount: 1500, interval: 'month', ...fields },
    });

export const newPlan = async (world: World) => (await must(() => createPlan({})(world))).id;

/** Answers to archiving a plan, or to undoing it. */
export const moves = (verb: 'archive' | 'unarchive') => {
  const move = async (world: World, id?: string) =>
    world.owner.call('POST', `/v1/plans/${id ?? (await newPlan(world))}/${verb}`);
  return [
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
  ];
};
