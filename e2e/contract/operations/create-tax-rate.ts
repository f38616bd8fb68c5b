import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const RATES = '/v1/tax_rates';

const charge =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', RATES, {
      body: { name: 'VAT', percentage: '10', country: 'AQ', ...fields },
    });

export const contract: Contract = {
  operation: 'POST /v1/tax_rates',
  access: [
    aboutField('choose settings of billing', ['account_id', 'account'], {
      isActing: true,
      body: { name: 'VAT', percentage: '10', country: 'AQ' },
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for tax rates',
  scenarios: [
    guarded,
    succeeds(201, 'of a region, for a while', charge({ region: 'SP', valid_until: '2030-12-31' })),
    refusesEach(400, 'invalid_request', charge, {
      'a number in place of a text': { percentage: 10 },
      'more than everything': { percentage: '101' },
      'an unknown country': { country: 'Nowhere' },
      'an unknown day': { valid_from: '2026-02-30' },
      'an end before the beginning': { valid_from: '2026-02-01', valid_until: '2026-01-31' },
    }),
    refuses(409, 'conflict', 'a second rate in a country of one VAT', async (world) => {
      await charge({ country: 'LU' })(world);
      return charge({ country: 'LU' })(world);
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('POST', RATES, { body: { name: 'VAT', percentage: '1', country: 'AQ' } }),
    ),
    refuses(404, 'not_found', 'an unknown account, by an admin', ({ admin }) =>
      admin.call('POST', RATES, {
        body: { name: 'VAT', percentage: '1', country: 'AQ', account_id: ABSENT.account },
      }),
    ),
  ],
};
