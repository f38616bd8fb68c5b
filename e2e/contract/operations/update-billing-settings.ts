import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const PATH = '/v1/billing_settings';

const choose = (fields: unknown) => by('owner', 'PATCH', PATH, { body: fields });

export const contract: Contract = {
  operation: 'PATCH /v1/billing_settings',
  access: [
    aboutField('choose settings of billing', ['account_id', 'account'], {
      isActing: true,
    }),
  ],
  withoutEvents: 'the catalogue of events has no kind for billing settings',
  scenarios: [
    guarded,
    succeeds(200, 'to make customers', choose({ unknown_customers: 'create' })),
    succeeds(200, 'a page to cancel at', choose({ cancel_address: 'https://shop.example/bye' })),
    succeeds(200, 'no place to cancel at', choose({ cancel_address: null })),
    succeeds(200, 'a schedule of their own', choose({ dunning_days: [2, 30] })),
    succeeds(200, 'a pause in the end', choose({ dunning_final_action: 'pause' })),
    succeeds(200, 'the usual end', choose({ dunning_final_action: 'cancel' })),
    succeeds(200, 'the usual schedule', choose({ dunning_days: null })),
    succeeds(
      200,
      'account numbers for exports',
      choose({ accounting: { ledger_accounts: [{ account_name: 'revenue', number: '8400' }] } }),
    ),
    succeeds(200, 'nothing', choose({})),
    refusesEach(400, 'invalid_request', choose, {
      'an unknown choice': { unknown_customers: 'ask' },
      'a script as an address': { cancel_address: 'javascript:alert(1)' },
      'an unknown end': { dunning_final_action: 'forgive' },
      'an empty schedule': { dunning_days: [] },
      'a schedule that goes back': { dunning_days: [3, 1] },
      'a schedule of more days than its bound': { dunning_days: [1, 61] },
      'an unknown account of the journal': {
        accounting: { ledger_accounts: [{ account: 'sales', number: '1' }] },
      },
      'a consultant number of three digits': {
        accounting: { datev: { consultant_number: 999, client_number: 1 } },
      },
      'another account': { account_id: ABSENT.account },
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('PATCH', PATH, { body: {} })),
    succeeds(200, 'an API key with the scope', ({ key }) => key.call('PATCH', PATH, { body: {} })),
    needsScope,
    refuses(404, 'not_found', 'an unknown account, by an admin', ({ admin }) =>
      admin.call('PATCH', PATH, { body: { account_id: ABSENT.account } }),
    ),
  ],
};
