import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must, newOwner } from '../people.ts';
import { invalidChanges } from '../prepare/accounts-changes.ts';
import { by, guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const at = (accountId: string) => `/v1/accounts/${accountId}`;

const administer =
  (body: unknown) =>
  ({ admin, stranger }: World) =>
    admin.call('PATCH', at(stranger.accountId), { body });

export const contract: Contract = {
  operation: 'PATCH /v1/accounts/{account_id}',
  access: [
    about('change any account', 'account', {
      body: { name: 'Changed' },
    }),
  ],
  events: ['account.activated', 'account.suspended', 'account.updated'],
  scenarios: [
    guarded,
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
    refuses(404, 'not_found', 'a malformed id', by('admin', 'PATCH', at('1'), { body: {} })),
    refuses(409, 'email_exists', 'the email of another', ({ admin, owner, stranger }) =>
      admin.call('PATCH', at(stranger.accountId), { body: { email: owner.email } }),
    ),
    refuses(409, 'conflict', 'a closed account', ({ admin, closed }) =>
      admin.call('PATCH', at(closed.accountId), { body: { name: 'Ada' } }),
    ),
  ],
};
