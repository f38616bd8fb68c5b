import { newEmail } from '@florin/system-kit';
import { type Caller, must } from '../people.ts';
import { saveCard } from '../save-card.ts';
import { refuses } from '../scenario.ts';
import { ABSENT, newDraft, subscribe, type World } from '../world.ts';

export const pathOf = (id: string, verb = '') => `/v1/invoices/${id}${verb && `/${verb}`}`;

/** Sends a request for a new draft. */
export const ofDraft =
  (method: string, verb: string, body?: object) =>
  async ({ owner }: World) => {
    const { id } = await newDraft(owner);
    return owner.call(method, pathOf(id, verb), body ? { body } : {});
  };

/** Sends a request for an open invoice. */
export const ofOpen =
  (verb: string, body: object = {}) =>
  async ({ owner }: World) => {
    const { id } = await newDraft(owner);
    await must(() => owner.call('POST', pathOf(id, 'finalize'), { body: {} }));
    return owner.call('POST', pathOf(id, verb), { body });
  };

export const ofSubscription =
  (method: string, verb: string, body: object = {}) =>
  async ({ owner }: World) => {
    const { latest_invoice_id: id } = await subscribe(owner, { customer_id: 'one-off' });
    return owner.call(method, pathOf(id, verb), method === 'DELETE' ? {} : { body });
  };

/** Refusals common to all operations on one invoice. */
export const refusals = (method: string, verb: string, body: object = {}) => {
  const ask = (caller: Pick<Caller, 'call'>) =>
    caller.call(method, pathOf(ABSENT.invoice, verb), method === 'DELETE' ? {} : { body });
  return [
    refuses(400, 'invalid_request', 'an unknown parameter', ({ owner }) =>
      owner.call(
        method,
        `${pathOf(ABSENT.invoice, verb)}?expand=x`,
        method === 'DELETE' ? {} : { body },
      ),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) => ask(narrowKey)),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) => ask(owner)),
  ];
};

/** Sends a request for a new draft that charges its customer's saved card automatically. */
export const ofCharged =
  (verb: string, card?: string) =>
  async ({ owner }: World) => {
    const customer = await must(() =>
      owner.call('POST', '/v1/customers', { body: { email: newEmail() } }),
    );
    await saveCard(owner, customer.id, card);
    const automatic = { collection_method: 'charge_automatically' };
    const { id } = await newDraft(owner, { customer_id: customer.id, ...automatic });
    return owner.call('POST', pathOf(id, verb), { body: {} });
  };
