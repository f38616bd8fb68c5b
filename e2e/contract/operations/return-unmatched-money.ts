import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import {
  newUnmatched,
  newUnmatchedOfAdmin,
  ofAdmins,
  one,
  onOne,
} from '../prepare/bank-statements.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/unmatched_money/{unmatched_money_id}/return',
  access: [
    about('prove the books', 'unmatchedMoney', {
      body: { note: 'sent back' },
      fresh: newUnmatchedOfAdmin,
    }),
  ],
  withoutEvents: 'the bank account is the operator’s',
  scenarios: [
    guarded,
    succeeds(200, 'by a note', onOne('/return', { note: 'sent back' })),
    refusesEach(400, 'invalid_request', (body: object) => onOne('/return', body), {
      'without a note': {},
      'an empty note': { note: ' ' },
    }),
    ...ofAdmins('POST', one('/return'), { note: 'sent back' }),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) =>
      admin.call('POST', one('/return'), { body: { note: 'sent back' } }),
    ),
    refuses(409, 'conflict', 'a second time', async ({ admin }) => {
      const path = `/v1/unmatched_money/${(await newUnmatched(admin)).id}/return`;
      await must(() => admin.call('POST', path, { body: { note: 'sent back' } }));
      return admin.call('POST', path, { body: { note: 'again' } });
    }),
  ],
};
