import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { NOWHERE, newEndpoint } from '../prepare/webhooks.ts';
import { by, guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/webhook_endpoints';
const ENDPOINTS_MAX = 20;

const create = (body: unknown) => by('owner', 'POST', LIST, { body });

export const contract: Contract = {
  operation: 'POST /v1/webhook_endpoints',
  access: [
    aboutField('manage webhooks', ['account_id', 'account'], {
      isActing: true,
      body: { url: NOWHERE, event_types: ['subscription.expired'] },
    }),
  ],
  withoutEvents: 'endpoints receive events, and have none of their own',
  scenarios: [
    guarded,
    succeeds(201, 'an address', async () =>
      create({ url: NOWHERE })({ owner: await newOwner() } as World),
    ),
    succeeds(201, 'types', async () =>
      create({ url: NOWHERE, event_types: ['payment.*', 'user.created'] })({
        owner: await newOwner(),
      } as World),
    ),
    succeeds(201, 'an account, for an admin', async ({ admin }) => {
      const owner = await newOwner();
      return admin.call('POST', LIST, { body: { url: NOWHERE, account_id: owner.accountId } });
    }),
    refusesEach(400, 'invalid_request', create, {
      'no address': {},
      'an invalid address': { url: 'example.com' },
      'another protocol': { url: 'ftp://example.com/' },
      'an address with a password': { url: 'https://ada:pass@example.com/' },
      'an unknown type': { url: NOWHERE, event_types: ['payment.lost'] },
      'no types at all': { url: NOWHERE, event_types: [] },
      'broken JSON': '{',
    }),
    refuses(403, 'forbidden', 'a member', by('member', 'POST', LIST, { body: { url: NOWHERE } })),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', LIST, { body: { url: NOWHERE } }),
    ),
    refuses(404, 'not_found', 'no such account, for an admin', ({ admin }) =>
      admin.call('POST', LIST, { body: { url: NOWHERE, account_id: ABSENT.account } }),
    ),
    refuses(409, 'conflict', 'more than an account may have', async () => {
      const owner = await newOwner();
      for (let count = 0; count < ENDPOINTS_MAX; count += 1) await newEndpoint(owner);
      return owner.call('POST', LIST, { body: { url: NOWHERE } });
    }),
  ],
};
