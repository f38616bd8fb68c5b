import { randomBytes } from 'node:crypto';
import { by, refuses } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

export const newSlug = () => `plan-${randomBytes(6).toString('hex')}`;

export const createCustomer =
  (fields: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/customers', { body: fields });

export const invalidCustomers = {
  'an invalid email': { email: 'ada' },
  'a long name': { name: 'x'.repeat(201) },
  'metadata that is no object': { metadata: [] },
  'an external id that looks like one of ours': { external_id: ABSENT.customer },
};

export const unknownCustomer = (method: string) => [
  refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
    owner.call(method, `/v1/customers/${ABSENT.customer}`),
  ),
  refuses(404, 'not_found', 'a malformed id', by('owner', method, '/v1/customers/best')),
  refuses(404, 'not_found', 'a customer of another account', ({ stranger, objects }) =>
    stranger.call(method, `/v1/customers/${objects.customerId}`),
  ),
];
