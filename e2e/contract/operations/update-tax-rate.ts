import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, newTaxRate, type World } from '../world.ts';

const RATES = '/v1/tax_rates';

const change =
  (fields: unknown) =>
  async ({ owner }: World) => {
    const { id } = await newTaxRate(owner, { valid_from: '2026-01-01' });
    return owner.call('PATCH', `${RATES}/${id}`, { body: fields });
  };

export const contract: Contract = {
  operation: 'PATCH /v1/tax_rates/{tax_rate_id}',
  access: [about('choose settings of billing', 'taxRate', { body: { valid_until: null } })],
  withoutEvents: 'the catalogue of events has no kind for tax rates',
  scenarios: [
    guarded,
    succeeds(200, 'until a day', change({ valid_until: '2026-12-31' })),
    succeeds(200, 'for ever again', change({ valid_until: null })),
    succeeds(200, 'another name', change({ name: 'Value added tax' })),
    refusesEach(400, 'invalid_request', change, {
      'a day before it began': { valid_until: '2025-12-31' },
      'an invalid day': { valid_until: 'tomorrow' },
      'an empty name': { name: '' },
      'a name that is too long': { name: 'x'.repeat(41) },
      'a percentage, which never changes': { percentage: '12' },
    }),
    refuses(409, 'conflict', 'days of the next rate in a country of one VAT', async ({ owner }) => {
      const ended = { country: 'MT', tax_class: 'books', valid_until: '2026-06-30' };
      const { id } = await newTaxRate(owner, ended);
      await newTaxRate(owner, { ...ended, valid_from: '2026-07-01', valid_until: null });
      return owner.call('PATCH', `${RATES}/${id}`, { body: { valid_until: null } });
    }),
    refuses(403, 'forbidden', 'a member', async ({ owner, member }) =>
      member.call('PATCH', `${RATES}/${(await newTaxRate(owner)).id}`, {
        body: { valid_until: null },
      }),
    ),
    refuses(404, 'not_found', 'an unknown id', ({ owner }) =>
      owner.call('PATCH', `${RATES}/${ABSENT.taxRate}`, { body: { valid_until: null } }),
    ),
  ],
};
