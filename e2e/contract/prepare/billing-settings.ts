import { must, newOwner } from '../people.ts';

/** Sends this for a missing customer of an account without customers. */
export const askForUnknownCustomer = (path: string) => async () => {
  const owner = await newOwner();
  await must(() =>
    owner.call('PATCH', '/v1/billing_settings', { body: { unknown_customers: 'refuse' } }),
  );
  return owner.call('POST', path, { body: { customer_id: 'unknown', plan: 'basic' } });
};
