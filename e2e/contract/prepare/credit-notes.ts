import { refuses, succeeds } from '../scenario.ts';
import { ABSENT, newCreditNote } from '../world.ts';

const LIST = '/v1/credit_notes';

/** Answers for a credit note as a page or a PDF. */
export const rendered = (form: string) => [
  succeeds(200, 'the account’s', async ({ owner, key }) =>
    key.call('GET', `${LIST}/${(await newCreditNote(owner)).id}/${form}`),
  ),
  refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
    narrowKey.call('GET', `${LIST}/${ABSENT.creditNote}/${form}`),
  ),
  refuses(404, 'not_found', 'an unknown id', ({ owner }) =>
    owner.call('GET', `${LIST}/${ABSENT.creditNote}/${form}`),
  ),
];
