import { browse } from '../pay.ts';
import { must } from '../people.ts';
import { newDraft, newPortalSession, subscribe, type World } from '../world.ts';

const linkOf = (id: unknown) => `/v1/invoices/${id}/public_link`;

export const post = (address: string, form: Readonly<Record<string, string>>) =>
  browse(address, { method: 'POST', body: new URLSearchParams(form) });

export const postJson = (address: string) =>
  browse(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"action":',
  });

/** An open invoice of the owner, and its page. */
export async function shared({ owner }: World) {
  const { id } = await newDraft(owner);
  await must(() => owner.call('POST', `/v1/invoices/${id}/finalize`, { body: {} }));
  return must(() => owner.call('POST', linkOf(id)));
}

/** A customer's portal, with an unpaid subscription. */
export async function opened({ owner }: World) {
  const { url, customer_id, id } = await newPortalSession(owner);
  const subscription = await subscribe(owner, { customer_id, trial_period_days: 3 });
  const invoiced = await subscribe(owner, { customer_id });
  return {
    ...{ url: String(url), id },
    subscription: `${url}/subscriptions/${subscription.id}`,
    invoice: `${url}/invoices/${invoiced.latest_invoice_id}`,
  };
}
