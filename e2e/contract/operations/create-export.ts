import { aboutField } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { guarded, needsScope, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/exports';
const SPAN = { from: '2026-01-01', to: '2026-01-31' };

const ask =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', LIST, { body: { type: 'invoices', ...SPAN, ...fields } });

export const contract: Contract = {
  operation: 'POST /v1/exports',
  access: [
    aboutField('change what the account has', ['account_id', 'account'], {
      isActing: true,
      body: { type: 'tax_report', from: '2026-01-01', to: '2026-01-01' },
    }),
  ],
  withoutEvents: 'an export changes nothing',
  scenarios: [
    guarded,
    succeeds(201, 'invoices as CSV', ({ stranger }) =>
      stranger.call('POST', LIST, { body: { type: 'invoices', ...SPAN } }),
    ),
    refusesEach(400, 'invalid_request', ask, {
      'an unknown type': { type: 'everything' },
      'an unknown format': { format: 'xls' },
      'a PDF of what is no statement': { format: 'pdf' },
      'an end before the beginning': { to: '2025-12-31' },
      'more than ten years': { to: '2037-01-01' },
      'revenue of more than three': { type: 'revenue', to: '2030-01-01' },
      'no beginning': { from: null },
      'a batch for DATEV without its settings': { type: 'datev' },
      'a batch for DATEV as JSON': { type: 'datev', format: 'jsonl' },
      'a byte order mark before JSON': { format: 'jsonl', bom: true },
      'an unknown delimiter': { delimiter: '|' },
    }),
    needsScope,
    refuses(404, 'not_found', 'an admin, for no account', ({ admin }) =>
      admin.call('POST', LIST, {
        body: { type: 'invoices', ...SPAN, account_id: ABSENT.account },
      }),
    ),
    refuses(409, 'conflict', 'too many at a time', async ({ loner: _, ...world }) => {
      // Exports over a long span take a moment, so one of several in a row finds the others
      // running.
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          ask({ type: 'revenue', from: '2024-01-01' })(world as World),
        ),
      );
      return answers.find(({ status }) => status === 409) ?? ask({})(world as World);
    }),
  ],
};
