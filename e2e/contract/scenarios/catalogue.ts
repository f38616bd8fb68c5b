import { randomBytes } from 'node:crypto';
import { call } from '../../api.ts';
import { must } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const newSlug = () => `plan-${randomBytes(6).toString('hex')}`;

const createCustomer =
  (fields: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/customers', { body: fields });

const changeCustomer =
  (fields: unknown) =>
  ({ owner, objects }: World) =>
    owner.call('PATCH', `/v1/customers/${objects.customerId}`, { body: fields });

const invalidCustomers = {
  'an email that is none': { email: 'ada' },
  'a long name': { name: 'x'.repeat(201) },
  'metadata that is no object': { metadata: [] },
  'an external id that looks like one of ours': { external_id: ABSENT.customer },
};

const unknownCustomer = (method: string) => [
  refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
    owner.call(method, `/v1/customers/${ABSENT.customer}`),
  ),
  refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
    owner.call(method, '/v1/customers/best'),
  ),
  refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
    stranger.call(method, `/v1/customers/${objects.customerId}`),
  ),
];

const listCustomers =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/customers?${query}`);

const customerScenarios = [
  ...guarded('POST /v1/customers'),
  ...scenarios(
    'POST /v1/customers',
    refuses(400, 'currency_mismatch', "a currency other than the account's", ({ owner }) =>
      owner.call('POST', '/v1/customers', { body: { currency: 'CHF' } }),
    ),
    succeeds(201, 'nothing about them', createCustomer({})),
    succeeds(201, 'all fields', (world) =>
      createCustomer({ external_id: newSlug(), email: 'a@b.example', name: 'A', metadata: {} })(
        world,
      ),
    ),
    refusesEach(400, 'invalid_request', createCustomer, invalidCustomers),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/customers', { body: {} }),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/customers', { body: {} }),
    ),
    refuses(409, 'conflict', 'an external id that is taken', async (world) => {
      const external_id = newSlug();
      await createCustomer({ external_id })(world);
      return createCustomer({ external_id })(world);
    }),
  ),
  ...needsToken('GET /v1/customers'),
  ...scenarios(
    'GET /v1/customers',
    succeeds(200, 'the account’s own', listCustomers('limit=1&external_id=x')),
    succeeds(200, 'archived ones', listCustomers('archived=true')),
    refusesEach(400, 'invalid_request', listCustomers, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.customer}`,
      'neither archived nor not': 'archived=maybe',
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/customers'),
    ),
  ),
  ...needsToken('GET /v1/customers/{customer_id}'),
  ...scenarios(
    'GET /v1/customers/{customer_id}',
    succeeds(200, 'a customer', ({ member, objects }) =>
      member.call('GET', `/v1/customers/${objects.customerId}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/customers/${objects.customerId}`),
    ),
    unknownCustomer('GET'),
  ),
  ...guarded('PATCH /v1/customers/{customer_id}'),
  ...scenarios(
    'PATCH /v1/customers/{customer_id}',
    refuses(400, 'currency_mismatch', "a currency other than the account's", (world) =>
      world.owner.call('PATCH', `/v1/customers/${world.objects.customerId}`, {
        body: { currency: 'CHF' },
      }),
    ),
    succeeds(200, 'a name and metadata', changeCustomer({ name: 'Ada', metadata: { a: 1 } })),
    succeeds(200, 'nothing', changeCustomer({})),
    refusesEach(400, 'invalid_request', changeCustomer, invalidCustomers),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('PATCH', `/v1/customers/${objects.customerId}`, { body: {} }),
    ),
    unknownCustomer('PATCH'),
    refuses(409, 'conflict', 'an external id that is taken', async (world) => {
      const external_id = newSlug();
      await createCustomer({ external_id })(world);
      return changeCustomer({ external_id })(world);
    }),
    refuses(409, 'conflict', 'an anonymized customer', async (world) => {
      const { body } = await createCustomer({})(world);
      await world.owner.call('POST', `/v1/customers/${body.id}/anonymize`);
      return world.owner.call('PATCH', `/v1/customers/${body.id}`, { body: { name: 'A' } });
    }),
  ),
];

const CREDITS = 'GET /v1/customers/{customer_id}/credits';

const listCredits =
  (query: string) =>
  ({ owner, objects }: World) =>
    owner.call('GET', `/v1/customers/${objects.customerId}/credits?${query}`);

const creditScenarios = [
  ...needsToken(CREDITS),
  ...scenarios(
    CREDITS,
    succeeds(200, 'of a customer', listCredits('limit=1')),
    succeeds(200, 'of an account, which may pay too', ({ member, owner }) =>
      member.call('GET', `/v1/customers/${owner.accountId}/credits`),
    ),
    refusesEach(400, 'invalid_request', listCredits, {
      'a limit of zero': 'limit=0',
      'a cursor of another list': `starting_after=${ABSENT.customer}`,
      'a cursor without an object': `starting_after=${ABSENT.creditEntry}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/customers/${objects.customerId}/credits`),
    ),
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('GET', `/v1/customers/${ABSENT.customer}/credits`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call('GET', '/v1/customers/best/credits'),
    ),
    refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/customers/${objects.customerId}/credits`),
    ),
  ),
];

const DATA = 'GET /v1/customers/{customer_id}/data';

const readData =
  (query: string) =>
  ({ owner, objects }: World) =>
    owner.call('GET', `/v1/customers/${objects.customerId}/data?${query}`);

const dataScenarios = [
  ...needsToken(DATA),
  ...scenarios(
    DATA,
    succeeds(200, 'every kind', readData('limit=1')),
    succeeds(200, 'one kind', readData('kind=mails')),
    refusesEach(400, 'invalid_request', readData, {
      'an unknown kind': 'kind=wishes',
      'a page without its kind': `page=${ABSENT.customer}`,
      'a page that no answer has named': 'kind=payments&page=2',
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/customers/${objects.customerId}/data`),
    ),
    refuses(403, 'forbidden', 'an API key without payments:read', async ({ owner, objects }) => {
      const body = { name: 'customers', scopes: ['subscriptions:read'] };
      const { secret } = await must(() => owner.call('POST', '/v1/api_keys', { body }));
      return call('GET', `/v1/customers/${objects.customerId}/data`, { token: secret });
    }),
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('GET', `/v1/customers/${ABSENT.customer}/data`),
    ),
    refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/customers/${objects.customerId}/data`),
    ),
  ),
];

export const catalogueScenarios = [...customerScenarios, ...creditScenarios, ...dataScenarios];
