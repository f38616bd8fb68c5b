import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const PROFILE = '/v1/seller_profile';

const appear = (fields: object) => by('owner', 'PATCH', PROFILE, { body: fields });

export const contract: Contract = {
  operation: 'PATCH /v1/seller_profile',
  access: [aboutField('choose settings of billing', ['account_id', 'account'], { isActing: true })],
  withoutEvents: 'the catalogue of events has no kind for seller profiles',
  scenarios: [
    guarded,
    succeeds(200, 'a footer of two lines', appear({ footer: 'Thank you.\nCome again.' })),
    succeeds(200, 'nothing', appear({})),
    refusesEach(400, 'invalid_request', appear, {
      'tax without an address': { charges_tax: true },
      'an unknown country': { address: { country: 'QQ' } },
      'an invalid VAT ID': { tax_ids: [{ value: 'DE1' }] },
      'a logo from elsewhere': { logo: 'https://shop.example/logo.png' },
      'a script as a logo': { logo: 'data:image/svg+xml;base64,PHN2Zy8+' },
      'a format without a number': { invoice_number_format: 'INV' },
      'an invalid colour': { color: 'red;background:url(x)' },
    }),
    refuses(403, 'forbidden', 'a member', by('member', 'PATCH', PROFILE, { body: {} })),
    succeeds(200, 'an API key with the scope', by('key', 'PATCH', PROFILE, { body: {} })),
    needsScope,
    refuses(404, 'not_found', 'an unknown account, by an admin', ({ admin }) =>
      admin.call('PATCH', PROFILE, { body: { account_id: ABSENT.account } }),
    ),
  ],
};
