import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, newTaxRate, type World } from '../world.ts';

const PROFILE = '/v1/seller_profile';
const RATES = '/v1/tax_rates';
const RATE = `${RATES}/{tax_rate_id}`;

const appear =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('PATCH', PROFILE, { body: fields });
const charge =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', RATES, {
      body: { name: 'VAT', percentage: '10', country: 'AQ', ...fields },
    });
const change =
  (fields: unknown) =>
  async ({ owner }: World) => {
    const { id } = await newTaxRate(owner, { valid_from: '2026-01-01' });
    return owner.call('PATCH', `${RATES}/${id}`, { body: fields });
  };
const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${RATES}?${query}`);

export const partyScenarios = [
  ...needsToken(`GET ${PROFILE}`),
  ...scenarios(
    `GET ${PROFILE}`,
    succeeds(200, 'of the caller’s account', ({ member }) => member.call('GET', PROFILE)),
    refuses(400, 'invalid_request', 'an unknown parameter', ({ owner }) =>
      owner.call('GET', `${PROFILE}?account=x`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', PROFILE),
    ),
    refuses(404, 'not_found', 'another account', ({ owner, stranger }) =>
      owner.call('GET', `${PROFILE}?account_id=${stranger.accountId}`),
    ),
  ),
  ...guarded(`PATCH ${PROFILE}`),
  ...scenarios(
    `PATCH ${PROFILE}`,
    succeeds(200, 'a footer of two lines', appear({ footer: 'Thank you.\nCome again.' })),
    succeeds(200, 'nothing', appear({})),
    refusesEach(400, 'invalid_request', appear, {
      'tax without an address': { charges_tax: true },
      'an unknown country': { address: { country: 'QQ' } },
      'an invalid VAT id': { tax_ids: [{ value: 'DE1' }] },
      'a logo from elsewhere': { logo: 'https://shop.example/logo.png' },
      'a script as a logo': { logo: 'data:image/svg+xml;base64,PHN2Zy8+' },
      'a format without a number': { invoice_number_format: 'INV' },
      'an invalid colour': { color: 'red;background:url(x)' },
    }),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('PATCH', PROFILE, { body: {} }),
    ),
    succeeds(200, 'an API key with the scope', ({ key }) =>
      key.call('PATCH', PROFILE, { body: {} }),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('PATCH', PROFILE, { body: {} }),
    ),
    refuses(404, 'not_found', 'an unknown account, by an admin', ({ admin }) =>
      admin.call('PATCH', PROFILE, { body: { account_id: ABSENT.account } }),
    ),
  ),
  ...needsToken(`GET ${RATES}`),
  ...scenarios(
    `GET ${RATES}`,
    succeeds(200, 'the account’s', list('limit=2')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.taxRate}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', RATES),
    ),
  ),
  ...guarded(`POST ${RATES}`),
  ...scenarios(
    `POST ${RATES}`,
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
  ),
  ...needsToken(`GET ${RATE}`),
  ...scenarios(
    `GET ${RATE}`,
    succeeds(200, 'the account’s', async ({ owner, key }) =>
      key.call('GET', `${RATES}/${(await newTaxRate(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${RATES}/${ABSENT.taxRate}`),
    ),
    refuses(404, 'not_found', 'an unknown id', ({ owner }) =>
      owner.call('GET', `${RATES}/${ABSENT.taxRate}`),
    ),
  ),
  ...guarded(`PATCH ${RATE}`),
  ...scenarios(
    `PATCH ${RATE}`,
    succeeds(200, 'until a day', change({ valid_until: '2026-12-31' })),
    succeeds(200, 'for ever again', change({ valid_until: null })),
    succeeds(200, 'another name', change({ name: 'Value added tax' })),
    refusesEach(400, 'invalid_request', change, {
      'a day before it began': { valid_until: '2025-12-31' },
      'a day that is none': { valid_until: 'tomorrow' },
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
  ),
];
