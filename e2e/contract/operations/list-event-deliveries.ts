import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import type { Caller } from '../people.ts';
import { newestEvent } from '../prepare/events.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

/** Lists the deliveries of an event. */
const listDeliveries = (caller: Pick<Caller, 'call'>, id: string, query = '') =>
  caller.call('GET', `/v1/events/${id}/deliveries${query}`);

export const contract: Contract = {
  operation: 'GET /v1/events/{event_id}/deliveries',
  access: [about('read webhooks', 'event')],
  scenarios: [
    needsToken,
    succeeds(200, 'of an event', async (world) =>
      listDeliveries(world.owner, await newestEvent(world.owner)),
    ),
    refuses(400, 'invalid_request', 'a cursor without an object', async ({ owner }) =>
      listDeliveries(owner, await newestEvent(owner), `?starting_after=${ABSENT.webhookDelivery}`),
    ),
    refuses(403, 'forbidden', 'a member', async ({ owner, member }) =>
      listDeliveries(member, await newestEvent(owner)),
    ),
    refuses(404, 'not_found', 'no event', ({ owner }) => listDeliveries(owner, ABSENT.event)),
  ],
};
