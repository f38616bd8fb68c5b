import { randomBytes } from 'node:crypto';
import { newEmail } from '@florin/system-kit';
import { logInAs, must, newUser } from '../people.ts';
import { newCoupon, newDraft, record, subscribe } from '../world.ts';
import type { Fresh } from './recipe.ts';
import type { KnownCaller, Side } from './sides.ts';

export const slug = () => `plan-${randomBytes(8).toString('hex')}`;

/** A subscription in its trial, after these changes. */
export const subscribed =
  (...steps: readonly (readonly [verb: string, body: object])[]) =>
  async ({ owner, canary }: Side): Promise<Fresh> => {
    const { id } = await subscribe(owner, { customer_id: canary, trial_period_days: 3 });
    for (const [verb, body] of steps)
      await must(() => owner.call('POST', `/v1/subscriptions/${id}/${verb}`, { body }));
    return { id };
  };

/** An invoice that was sent to a customer. */
export const invoiced = async ({ owner, canary }: Side): Promise<Fresh> => {
  const { latest_invoice_id: id } = await subscribe(owner, { customer_id: canary });
  return { id };
};

/** A one-off invoice that is not finalized. */
export const drafted = async ({ owner }: Side): Promise<Fresh> => ({
  id: (await newDraft(owner)).id,
});

/** A customer who has bought nothing. */
export const unsold = async ({ owner, canary }: Side): Promise<Fresh> => {
  const { id } = await must(() => owner.call('POST', '/v1/customers', { body: { name: canary } }));
  return { id };
};

/** A plan without subscriptions. */
export const ownPlan = async ({ owner }: Side): Promise<Fresh> => {
  const body = { id: slug(), name: 'New', amount: 900, interval: 'month' };
  return { id: (await must(() => owner.call('POST', '/v1/plans', { body }))).id };
};

/** A product without prices. */
export const unpricedProduct = async ({ owner, canary }: Side): Promise<Fresh> => {
  const body = { name: canary };
  return { id: (await must(() => owner.call('POST', '/v1/products', { body }))).id };
};

/** A price without subscriptions. */
export const unsoldPrice = async ({ owner, ids }: Side): Promise<Fresh> => {
  const body = { product_id: ids.product, unit_amount: 900 };
  return { id: (await must(() => owner.call('POST', '/v1/prices', { body }))).id };
};

/** A coupon without discounts. */
export const freshCoupon = async ({ owner, canary }: Side): Promise<Fresh> => ({
  id: (await newCoupon(owner, { name: canary })).id,
});

export const newApiKey = async ({ owner, canary }: Side): Promise<Fresh> =>
  must(() => owner.call('POST', '/v1/api_keys', { body: { name: canary } }));

/** A member of the side. When members delete themselves, the caller is that member. */
export async function newMember({ owner, canary }: Side, caller: KnownCaller): Promise<Fresh> {
  const member = await newUser(owner, { name: canary });
  return { id: member.userId, ...(caller.role === 'member' ? { as: member } : {}) };
}

/** The same person in another session, which may be ended. */
export async function inAnotherSession(_side: Side, { person }: KnownCaller): Promise<Fresh> {
  return person ? { as: await logInAs(person.email, person.password) } : {};
}

/** A new user with the same rights: each user may request one mail a minute. */
export async function asNewUser(_side: Side, { person }: KnownCaller): Promise<Fresh> {
  if (!person) return {};
  const as = await newUser();
  return { as, body: { email: newEmail(), password: as.password } };
}

export const holding = async ({ owner }: Side): Promise<Fresh> =>
  record(owner, { type: 'payment', amount: 1, capture: 'manual' });
