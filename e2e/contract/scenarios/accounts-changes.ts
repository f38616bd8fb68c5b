import { newEmail } from '@florin/system-kit';
import { must, newOwner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';
import { ABSENT, record, subscribe, type World } from '../world.ts';

const change =
  (body: unknown) =>
  ({ owner }: World) =>
    owner.call('PATCH', '/v1/account', { body });

/** Changes that neither an owner nor an admin may request. */
const invalidChanges = {
  'an unknown currency': { settings: { currency: 'XYZ' } },
  'an unknown time zone': { settings: { timezone: '+01:00' } },
  'an unknown language': { settings: { language: '' } },
  'a return_url without TLS': { return_urls: ['http://shop.example/'] },
  'settings that are no object': { settings: [] },
  'an empty name': { name: '' },
  'a long name': { name: 'x'.repeat(201) },
  'an email that is none': { email: 'ada' },
  'another id': { id: ABSENT.account },
  'another type': { type: 'individual' },
  'another time of creation': { created_at: '2020-01-01T00:00:00.000Z' },
  'broken JSON': '{"name"',
  'a list': [],
};

export const updateAccountScenarios = [
  ...guarded('PATCH /v1/account'),
  ...scenarios(
    'PATCH /v1/account',
    succeeds(200, 'a name', change({ name: 'Ada King' })),
    succeeds(200, 'settings', change({ settings: { timezone: 'Europe/Zurich', language: null } })),
    succeeds(
      200,
      'where payment pages lead back to',
      change({ return_urls: ['https://shop.example/thanks'] }),
    ),
    succeeds(200, 'nothing', change({})),
    succeeds(200, 'an email of its own', async () => {
      const owner = await newOwner();
      return owner.call('PATCH', '/v1/account', { body: { email: newEmail() } });
    }),
    succeeds(200, 'another currency before the first posting', async () => {
      const owner = await newOwner();
      return owner.call('PATCH', '/v1/account', { body: { settings: { currency: 'EUR' } } });
    }),
    refusesEach(400, 'invalid_request', change, invalidChanges),
    refuses(400, 'invalid_request', 'a field that there is not', change({ colour: 'green' })),
    refuses(400, 'invalid_request', 'another status', change({ status: 'suspended' })),
    refuses(400, 'invalid_request', 'the reason of its status', change({ status_reason: 'No.' })),
    refuses(
      400,
      'invalid_request',
      'another currency after the first posting',
      change({ settings: { currency: 'EUR' } }),
    ),
    refuses(401, 'unauthorized', 'a member', ({ member }) =>
      member.call('PATCH', '/v1/account', { body: { name: 'Ada' } }),
    ),
    refuses(401, 'unauthorized', 'a user without an account', ({ loner }) =>
      loner.call('PATCH', '/v1/account', { body: { name: 'Ada' } }),
    ),
    refuses(401, 'unauthorized', 'the platform, which only reads', ({ platform }) =>
      platform.call('PATCH', '/v1/account', { body: { name: 'Ada' } }),
    ),
    refuses(409, 'email_exists', 'the email of another', ({ owner, stranger }) =>
      owner.call('PATCH', '/v1/account', { body: { email: stranger.email } }),
    ),
    refuses(409, 'conflict', 'an account that has just been closed', () =>
      whileClosing((owner) => owner.call('PATCH', '/v1/account', { body: { name: 'Ada' } })),
    ),
  ),
];

export const closeAccountScenarios = [
  ...guarded('DELETE /v1/account'),
  ...scenarios(
    'DELETE /v1/account',
    succeeds(200, 'an empty account', async () => (await newOwner()).call('DELETE', '/v1/account')),
    succeeds(200, 'an account with money', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 500 });
      return owner.call('DELETE', '/v1/account');
    }),
    succeeds(200, 'an account with a trial', async () => {
      const owner = await newOwner();
      await subscribe(owner, { customer_id: owner.accountId, trial_period_days: 7 });
      return owner.call('DELETE', '/v1/account');
    }),
    refuses(401, 'unauthorized', 'a closed account, repeated', ({ closed }) =>
      closed.call('DELETE', '/v1/account'),
    ),
    refuses(403, 'forbidden', 'a member', ({ member }) => member.call('DELETE', '/v1/account')),
    refuses(403, 'forbidden', 'a user without an account', ({ loner }) =>
      loner.call('DELETE', '/v1/account'),
    ),
    refuses(403, 'forbidden', 'the platform’s own account', ({ admin }) =>
      admin.call('DELETE', '/v1/account'),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform }) =>
      platform.call('DELETE', '/v1/account'),
    ),
    refuses(409, 'active_subscriptions', 'an account with a subscription', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 10_000 });
      await subscribe(owner, { customer_id: owner.accountId });
      return owner.call('DELETE', '/v1/account');
    }),
    refuses(409, 'active_subscriptions', 'an account with a subscriber', async () => {
      const owner = await newOwner();
      await subscribe(owner);
      return owner.call('DELETE', '/v1/account');
    }),
    refuses(409, 'conflict', 'an account that has just been closed', () =>
      whileClosing((owner) => owner.call('DELETE', '/v1/account')),
    ),
  ),
];

const at = (accountId: string) => `/v1/accounts/${accountId}`;

const administer =
  (body: unknown) =>
  ({ admin, stranger }: World) =>
    admin.call('PATCH', at(stranger.accountId), { body });

export const anyAccountScenarios = [
  ...needsToken('GET /v1/accounts/{account_id}'),
  ...scenarios(
    'GET /v1/accounts/{account_id}',
    succeeds(200, 'an admin', ({ admin, owner }) => admin.call('GET', at(owner.accountId))),
    succeeds(200, 'the platform', ({ platform, owner }) =>
      platform.call('GET', at(owner.accountId)),
    ),
    succeeds(200, 'a closed account', ({ admin, closed }) =>
      admin.call('GET', at(closed.accountId)),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', at(owner.accountId))),
    refuses(403, 'forbidden', 'an owner of another account', ({ owner, stranger }) =>
      owner.call('GET', at(stranger.accountId)),
    ),
    refuses(404, 'not_found', 'no such account', ({ admin }) =>
      admin.call('GET', at(ABSENT.account)),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) => admin.call('GET', at('1'))),
  ),
  ...guarded('PATCH /v1/accounts/{account_id}'),
  ...scenarios(
    'PATCH /v1/accounts/{account_id}',
    succeeds(200, 'a name', administer({ name: 'Ada King' })),
    succeeds(200, 'nothing', administer({})),
    succeeds(200, 'pending, then active', async ({ admin }) => {
      const { accountId } = await newOwner();
      await must(() => admin.call('PATCH', at(accountId), { body: { status: 'pending' } }));
      return admin.call('PATCH', at(accountId), { body: { status: 'active' } });
    }),
    succeeds(200, 'suspended', async ({ admin }) => {
      const { accountId } = await newOwner();
      return admin.call('PATCH', at(accountId), { body: { status: 'suspended' } });
    }),
    succeeds(200, 'suspended, with why', async ({ admin }) => {
      const { accountId } = await newOwner();
      const body = { status: 'suspended', status_reason: 'The bank asks.' };
      return admin.call('PATCH', at(accountId), { body });
    }),
    succeeds(200, 'suspended and active again', async ({ admin }) => {
      const { accountId } = await newOwner();
      await must(() => admin.call('PATCH', at(accountId), { body: { status: 'suspended' } }));
      return admin.call('PATCH', at(accountId), { body: { status: 'active' } });
    }),
    refusesEach(400, 'invalid_request', administer, invalidChanges),
    refusesEach(400, 'invalid_request', administer, {
      'an empty reason': { status: 'suspended', status_reason: ' ' },
      'a reason that turns text around': { status: 'suspended', status_reason: '\u202eno' },
    }),
    refuses(
      400,
      'invalid_request',
      'closed, which is no status to set',
      administer({ status: 'closed' }),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) =>
      owner.call('PATCH', at(owner.accountId), { body: {} }),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, owner }) =>
      platform.call('PATCH', at(owner.accountId), { body: {} }),
    ),
    refuses(404, 'not_found', 'no such account', ({ admin }) =>
      admin.call('PATCH', at(ABSENT.account), { body: {} }),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ admin }) =>
      admin.call('PATCH', at('1'), { body: {} }),
    ),
    refuses(409, 'email_exists', 'the email of another', ({ admin, owner, stranger }) =>
      admin.call('PATCH', at(stranger.accountId), { body: { email: owner.email } }),
    ),
    refuses(409, 'conflict', 'a closed account', ({ admin, closed }) =>
      admin.call('PATCH', at(closed.accountId), { body: { name: 'Ada' } }),
    ),
  ),
];
