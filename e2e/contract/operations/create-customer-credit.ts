import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { createCustomer } from '../prepare/catalogue.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const body = { amount: 1_500, reason: 'Sorry for the outage' };
const EXPIRY = '2999-01-31T00:00:00Z';

const adjust =
  (fields: object) =>
  ({ owner, objects }: World) =>
    owner.call('POST', `/v1/customers/${objects.customerId}/credits`, {
      body: { ...body, ...fields },
    });

export const contract: Contract = {
  operation: 'POST /v1/customers/{customer_id}/credits',
  access: [about('change what the account has', 'customer', { body })],
  events: ['customer.updated'],
  scenarios: [
    guarded,
    succeeds(201, 'a grant', adjust({})),
    succeeds(201, 'a grant that expires', adjust({ expires_at: EXPIRY })),
    succeeds(201, 'credit taken back', async (world) => {
      await adjust({})(world);
      return adjust({ amount: -1 })(world);
    }),
    refusesEach(400, 'invalid_request', adjust, {
      'no reason': { reason: undefined },
      'an amount of 0': { amount: 0 },
      'an amount with decimals': { amount: 1.5 },
      'an expiry in the past': { expires_at: '2020-01-31T00:00:00Z' },
      'an expiry of credit taken back': { amount: -1, expires_at: EXPIRY },
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', `/v1/customers/${objects.customerId}/credits`, { body }),
    ),
    refuses(403, 'forbidden', 'an account that pays, about its own credit', ({ owner }) =>
      owner.call('POST', `/v1/customers/${owner.accountId}/credits`, { body }),
    ),
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('POST', `/v1/customers/${ABSENT.customer}/credits`, { body }),
    ),
    refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
      stranger.call('POST', `/v1/customers/${objects.customerId}/credits`, { body }),
    ),
    refuses(409, 'conflict', 'more taken back than there is', async (world) => {
      const { body: customer } = await createCustomer({})(world);
      return world.owner.call('POST', `/v1/customers/${customer.id}/credits`, {
        body: { ...body, amount: -1 },
      });
    }),
  ],
};
