import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import {
  ABSENT,
  newCreditNote,
  newDraft,
  newPaidInvoice,
  subscribe,
  type World,
} from '../world.ts';

const LIST = '/v1/credit_notes';
const ONE = `${LIST}/{credit_note_id}`;

/** Credits a part of a paid invoice of 10.00. */
const credit =
  (fields: object) =>
  async ({ owner }: World) =>
    owner.call('POST', LIST, { body: { invoice_id: (await newPaidInvoice(owner)).id, ...fields } });
const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${LIST}?${query}`);

export const creditNoteScenarios = [
  ...guarded(`POST ${LIST}`),
  ...scenarios(
    `POST ${LIST}`,
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
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', LIST, { body: { invoice_id: ABSENT.invoice } }),
    ),
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
  ),
  ...needsToken(`GET ${LIST}`),
  ...scenarios(
    `GET ${LIST}`,
    succeeds(200, 'the account’s', list('limit=2')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.creditNote}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', LIST),
    ),
  ),
  ...needsToken(`GET ${ONE}`),
  ...scenarios(
    `GET ${ONE}`,
    succeeds(200, 'the account’s', async ({ owner, key }) =>
      key.call('GET', `${LIST}/${(await newCreditNote(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${LIST}/${ABSENT.creditNote}`),
    ),
    refuses(404, 'not_found', 'an unknown id', ({ owner }) =>
      owner.call('GET', `${LIST}/${ABSENT.creditNote}`),
    ),
  ),
  ...['page', 'pdf'].flatMap((form) => [
    ...needsToken(`GET ${ONE}/${form}`),
    ...scenarios(
      `GET ${ONE}/${form}`,
      succeeds(200, 'the account’s', async ({ owner, key }) =>
        key.call('GET', `${LIST}/${(await newCreditNote(owner)).id}/${form}`),
      ),
      refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
        narrowKey.call('GET', `${LIST}/${ABSENT.creditNote}/${form}`),
      ),
      refuses(404, 'not_found', 'an unknown id', ({ owner }) =>
        owner.call('GET', `${LIST}/${ABSENT.creditNote}/${form}`),
      ),
    ),
  ]),
];
