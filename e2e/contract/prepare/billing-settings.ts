import { must, newOwner } from '../people.ts';

const PATH = '/v1/billing_settings';

/** Sends this for a missing customer of an account without customers. */
export const askForNobody = (path: string) => async () => {
  const owner = await newOwner();
  await must(() => owner.call('PATCH', PATH, { body: { unknown_customers: 'refuse' } }));
  return owner.call('POST', path, { body: { customer_id: 'nobody', plan: 'basic' } });
};
