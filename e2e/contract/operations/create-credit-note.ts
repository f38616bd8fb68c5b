import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, newDraft, newPaidInvoice, subscribe, type World } from '../world.ts';

const LIST = '/v1/credit_notes';

/** Credits a part of a paid invoice of 10.00. */
const credit =
  (fields: object) =>
  async ({ owner }: World) =>
    owner.call('POST', LIST, { body: { invoice_id: (await newPaidInvoice(owner)).id, ...fields } });

export const contract: Contract = {
  operation: 'POST /v1/credit_notes',
  access: [
    aboutField('change what the account has', ['invoice_id', 'invoice'], {
      fresh: async ({ owner }) => {
        const { id } = await newPaidInvoice(owner);
        return { id, body: { invoice_id: id, amount: 9 } };
      },
    }),
  ],
  events: ['credit_note.created', 'invoice.updated', 'payment.canceled'],
  scenarios: [
    guarded,
    succeeds(201, 'all of it, to the customer’s credit', credit({ reason: 'returned' })),
    succeeds(201, 'an amount, outside', credit({ amount: 250, credit_to: 'outside' })),
    succeeds(201, 'a line', async ({ owner }) => {
      const { id, lines } = await newPaidInvoice(owner);
      const body = { invoice_id: id, lines: [{ line_id: lines[0].id, amount: 5 }] };
      return owner.call('POST', LIST, { body });
    }),
    succeeds(201, 'what is owed', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner, { customer_id: 'credited' });
      return owner.call('POST', LIST, { body: { invoice_id: latest_invoice_id, amount: 1 } });
    }),
    refusesEach(400, 'invalid_request', credit, {
      nothing: { amount: 0 },
      'an amount beside lines': { amount: 1, lines: [{ line_id: 'li_1' }] },
      'no lines': { lines: [] },
      'an unknown reason': { reason: 'mood' },
      'an unknown place': { credit_to: 'charity' },
    }),
    needsScope,
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('POST', LIST, { body: { invoice_id: ABSENT.invoice } }),
    ),
    refuses(404, 'not_found', 'a line of another invoice', async (world) =>
      credit({ lines: [{ line_id: ABSENT.invoiceLine }] })(world),
    ),
    refusesEach(409, 'conflict', credit, {
      'more than it came to': { amount: 1_001 },
      'less to owe of what is paid': { credit_to: 'invoice' },
      'a card that has paid nothing': { credit_to: 'card' },
    }),
    refuses(409, 'conflict', 'a draft', async ({ owner }) =>
      owner.call('POST', LIST, { body: { invoice_id: (await newDraft(owner)).id } }),
    ),
  ],
};
