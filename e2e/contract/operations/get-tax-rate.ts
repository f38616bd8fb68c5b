import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, newTaxRate } from '../world.ts';

const RATES = '/v1/tax_rates';

export const contract: Contract = {
  operation: 'GET /v1/tax_rates/{tax_rate_id}',
  access: [about('read what the account has', 'taxRate')],
  scenarios: [
    needsToken,
    succeeds(200, 'the account’s', async ({ owner, key }) =>
      key.call('GET', `${RATES}/${(await newTaxRate(owner)).id}`),
    ),
    needsScope,
    refuses(404, 'not_found', 'an unknown id', by('owner', 'GET', `${RATES}/${ABSENT.taxRate}`)),
  ],
};
