import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { bad, denied, onOne } from '../prepare/webhooks.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const disabled = { status: 'disabled' };
const day = { from: '2026-01-31', to: '2026-01-31' };

export const contract: Contract = {
  operation: 'POST /v1/webhook_endpoints/{webhook_endpoint_id}/replay',
  access: [
    about('manage webhooks', 'webhookEndpoint', {
      body: { from: '2026-01-31', to: '2026-01-31' },
    }),
  ],
  withoutEvents: 'it sends earlier events again',
  scenarios: [
    guarded,
    succeeds(200, 'a day', onOne('POST', '/replay', day)),
    refusesEach(400, 'invalid_request', bad('POST', '/replay'), {
      'no times': {},
      'an unknown event': { event_id: ABSENT.event },
      'an event and times': { event_id: ABSENT.event, ...day },
      'an end before the beginning': { from: '2026-02-01', to: '2026-01-31' },
      'an invalid time': { from: 'yesterday', to: 'today' },
    }),
    denied('POST', '/replay', day),
    refuses(
      409,
      'conflict',
      'an endpoint that is disabled',
      onOne('POST', '/replay', day, disabled),
    ),
  ],
};
