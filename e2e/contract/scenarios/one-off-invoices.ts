import { newEmail } from '@florin/system-kit';
import { CARDS } from '../pay.ts';
import type { Caller } from '../people.ts';
import { must } from '../people.ts';
import { saveCard } from '../save-card.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';
import { ABSENT, newDraft, subscribe, type World } from '../world.ts';

const LIST = '/v1/invoices';
const ONE = `${LIST}/{invoice_id}`;
const pathOf = (id: string, verb = '') => `${LIST}/${id}${verb && `/${verb}`}`;

const write =
  (fields: object) =>
  ({ owner, objects }: World) =>
    owner.call('POST', LIST, {
      body: { customer_id: objects.customerId, lines: [], ...fields },
    });

/** Sends a request for a new draft. */
const ofDraft =
  (method: string, verb: string, body?: object) =>
  async ({ owner }: World) => {
    const { id } = await newDraft(owner);
    return owner.call(method, pathOf(id, verb), body ? { body } : {});
  };

/** Sends a request for an open invoice. */
const ofOpen =
  (verb: string, body: object = {}) =>
  async ({ owner }: World) => {
    const { id } = await newDraft(owner);
    await must(() => owner.call('POST', pathOf(id, 'finalize'), { body: {} }));
    return owner.call('POST', pathOf(id, verb), { body });
  };

const ofSubscription =
  (method: string, verb: string, body: object = {}) =>
  async ({ owner }: World) => {
    const { latest_invoice_id: id } = await subscribe(owner, { customer_id: 'one-off' });
    return owner.call(method, pathOf(id, verb), method === 'DELETE' ? {} : { body });
  };

/** Refusals common to all operations on one invoice. */
const refusals = (method: string, verb: string, body: object = {}) => {
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
const ofCharged =
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

const ofUnreachable = async ({ owner }: World) => {
  const customer = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
  const { id } = await newDraft(owner, { customer_id: customer.id });
  return owner.call('POST', pathOf(id, 'send'), { body: {} });
};

export const oneOffInvoiceScenarios = [
  ...guarded(`POST ${LIST}`),
  ...scenarios(
    `POST ${LIST}`,
    succeeds(201, 'a draft', write({ lines: [{ description: 'A', unit_amount: 100 }] })),
    succeeds(201, 'a draft without lines', write({})),
    refusesEach(400, 'invalid_request', write, {
      'an automatic charge of a customer without a saved method': {
        collection_method: 'charge_automatically',
      },
      'an unknown collection method': { collection_method: 'cash' },
      'a line without a price': { lines: [{ description: 'A' }] },
      'a quantity of zero': { lines: [{ description: 'A', unit_amount: 1, quantity: 0 }] },
      'a period that ends before it begins': {
        lines: [
          {
            description: 'A',
            unit_amount: 1,
            period_start: '2026-02-01',
            period_end: '2026-01-01',
          },
        ],
      },
      'more lines than there may be': {
        lines: Array.from({ length: 501 }, () => ({ description: 'A', unit_amount: 1 })),
      },
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('POST', LIST, { body: { customer_id: objects.customerId } }),
    ),
    refuses(404, 'not_found', 'an unknown customer', write({ customer_id: 'nobody' })),
    refuses(409, 'conflict', 'an account that is being closed', () =>
      whileClosing(async (owner) => {
        const customer = await owner.call('POST', '/v1/customers', { body: {} });
        if (customer.status !== 201) return customer;
        return owner.call('POST', LIST, { body: { customer_id: customer.body.id } });
      }),
    ),
  ),
  ...guarded(`PATCH ${ONE}`),
  ...scenarios(
    `PATCH ${ONE}`,
    succeeds(200, 'the lines of a draft', ofDraft('PATCH', '', { lines: [], memo: 'For March' })),
    refusals('PATCH', ''),
    refuses(409, 'conflict', 'an invoice of a subscription', ofSubscription('PATCH', '')),
  ),
  ...guarded(`DELETE ${ONE}`),
  ...scenarios(
    `DELETE ${ONE}`,
    succeeds(200, 'a draft', ofDraft('DELETE', '')),
    refusals('DELETE', ''),
    refuses(409, 'conflict', 'an invoice of a subscription', ofSubscription('DELETE', '')),
  ),
  ...guarded(`POST ${ONE}/finalize`),
  ...scenarios(
    `POST ${ONE}/finalize`,
    succeeds(200, 'a draft', ofDraft('POST', 'finalize', {})),
    succeeds(200, 'a draft that is charged automatically', ofCharged('finalize')),
    succeeds(200, 'a draft whose charge is declined', ofCharged('finalize', CARDS.declinedLater)),
    refusals('POST', 'finalize'),
    refuses(409, 'conflict', 'an invoice that is open', ofOpen('finalize')),
  ),
  ...guarded(`POST ${ONE}/send`),
  ...scenarios(
    `POST ${ONE}/send`,
    succeeds(200, 'a draft, which is finalized first', ofDraft('POST', 'send', {})),
    succeeds(200, 'an open one', ofOpen('send')),
    succeeds(200, 'a draft that is charged automatically', ofCharged('send')),
    refuses(409, 'conflict', 'a customer without an email', ofUnreachable),
    refusals('POST', 'send'),
    refuses(409, 'conflict', 'a draft without lines', async ({ owner }) => {
      const { id } = await newDraft(owner, { lines: [] });
      return owner.call('POST', pathOf(id, 'send'), { body: {} });
    }),
  ),
  ...guarded(`POST ${ONE}/mark_paid`),
  ...scenarios(
    `POST ${ONE}/mark_paid`,
    succeeds(200, 'by a receipt', ofOpen('mark_paid', { reference: 'Receipt 12' })),
    succeeds(200, 'an invoice of a subscription', ofSubscription('POST', 'mark_paid')),
    refusals('POST', 'mark_paid'),
    refuses(409, 'conflict', 'a draft', ofDraft('POST', 'mark_paid', {})),
  ),
  ...guarded(`POST ${ONE}/write_off`),
  ...scenarios(
    `POST ${ONE}/write_off`,
    succeeds(200, 'an open one', ofOpen('write_off')),
    succeeds(200, 'one of a subscription', ofSubscription('POST', 'write_off')),
    refusals('POST', 'write_off'),
    refuses(409, 'conflict', 'a draft', ofDraft('POST', 'write_off', {})),
  ),
  ...scenarios(`GET ${ONE}/page`, succeeds(200, 'a draft', ofDraft('GET', 'page'))),
  ...needsToken(`GET ${ONE}/pdf`),
  ...scenarios(
    `GET ${ONE}/pdf`,
    succeeds(200, 'a draft', ofDraft('GET', 'pdf')),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', pathOf(ABSENT.invoice, 'pdf')),
    ),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('GET', pathOf(ABSENT.invoice, 'pdf')),
    ),
  ),
];
