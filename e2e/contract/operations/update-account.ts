import { newEmail } from '@florin/system-kit';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newOwner } from '../people.ts';
import { invalidChanges } from '../prepare/accounts-changes.ts';
import { by, guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';

const change = (body: unknown) => by('owner', 'PATCH', '/v1/account', { body });

export const contract: Contract = {
  operation: 'PATCH /v1/account',
  access: [about('change the own account', undefined)],
  events: ['account.updated', 'email_confirmation.requested', 'user.updated'],
  scenarios: [
    guarded,
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
  ],
};
