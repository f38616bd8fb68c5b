import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { at, denied, newFailingEndpoint, onOne } from '../prepare/webhooks.ts';
import { guarded, type Run, refuses, succeeds } from '../scenario.ts';

const failing = async ({ owner }: Side): Promise<Fresh> => newFailingEndpoint(owner);

/** Marks an endpoint as failing, possibly twice. */
const markFailing =
  (isMarked: boolean): Run =>
  async ({ owner }) => {
    const { id } = await newFailingEndpoint(owner);
    const mark = () => owner.call('POST', at(id, '/mark_failing'));
    if (isMarked) await must(mark);
    const answer = await mark();
    await must(() => owner.call('DELETE', at(id)));
    return answer;
  };

export const contract: Contract = {
  operation: 'POST /v1/webhook_endpoints/{webhook_endpoint_id}/mark_failing',
  access: [
    about('manage webhooks', 'webhookEndpoint', {
      fresh: failing,
    }),
  ],
  events: ['webhook_endpoint.failing'],
  scenarios: [
    guarded,
    succeeds(200, 'an endpoint that takes nothing', markFailing(false)),
    denied('POST', '/mark_failing'),
    refuses(409, 'conflict', 'an endpoint without deliveries', onOne('POST', '/mark_failing')),
    refuses(409, 'conflict', 'one that is already marked', markFailing(true)),
  ],
};
