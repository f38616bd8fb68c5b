import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/invoices';

const write =
  (fields: object) =>
  ({ owner, objects }: World) =>
    owner.call('POST', LIST, {
      body: { customer_id: objects.customerId, lines: [], ...fields },
    });

export const contract: Contract = {
  operation: 'POST /v1/invoices',
  access: [
    aboutField('change what the account has', ['customer_id', 'customer'], { body: { lines: [] } }),
  ],
  withoutEvents: 'a draft concerns its seller only',
  scenarios: [
    guarded,
    succeeds(201, 'a draft', write({ lines: [{ description: 'A', unit_amount: 100 }] })),
    succeeds(201, 'a draft without lines', write({})),
    succeeds(201, 'a draft with a discount', async (world) =>
      write({
        lines: [{ description: 'A', unit_amount: 100 }],
        discounts: [{ coupon_id: world.objects.couponId }],
      })(world),
    ),
    refusesEach(400, 'invalid_request', write, {
      'an automatic charge of a customer without a saved method': {
        collection_method: 'charge_automatically',
      },
      'an unknown collection method': { collection_method: 'cash' },
      'a coupon that the seller does not have': { discounts: [{ coupon_id: ABSENT.coupon }] },
      'a code that the seller does not have': { discounts: [{ promotion_code: 'NONE' }] },
      'a line without a price': { lines: [{ description: 'A' }] },
      'a quantity of zero': { lines: [{ description: 'A', unit_amount: 1, quantity: 0 }] },
      'a period that ends before it begins': {
        lines: [
          {
            description: 'A',
            unit_amount: 1,
            period_start: '2026-02-01',
            period_end: '2026-01-01',
          },
        ],
      },
      'more lines than there may be': {
        lines: Array.from({ length: 501 }, () => ({ description: 'A', unit_amount: 1 })),
      },
    }),
    needsScope,
    refuses(404, 'not_found', 'an unknown customer', write({ customer_id: 'unknown' })),
    refuses(409, 'conflict', 'an account that is being closed', () =>
      whileClosing(async (owner) => {
        const customer = await owner.call('POST', '/v1/customers', { body: {} });
        if (customer.status !== 201) return customer;
        return owner.call('POST', LIST, { body: { customer_id: customer.body.id } });
      }),
    ),
  ],
};
