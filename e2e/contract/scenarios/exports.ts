import { eventually } from '@florin/testing';
import { openPage } from '../pay.ts';
import { must, type Owner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, newExport, type World } from '../world.ts';

const LIST = '/v1/exports';
const ONE = `${LIST}/{export_id}`;
const SPAN = { from: '2026-01-01', to: '2026-01-31' };

const ask =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', LIST, { body: { type: 'invoices', ...SPAN, ...fields } });
const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${LIST}?${query}`);

/** A finished export and its link. */
export async function newFile(
  owner: Owner,
): Promise<{ readonly id: string; readonly link: string }> {
  const { id } = await newExport(owner);
  return eventually(async () => {
    const { download_url: url } = await must(() => owner.call('GET', `${LIST}/${id}`));
    if (url === null) throw new Error('the file is not there yet');
    return { id, link: new URL(url).pathname + new URL(url).search };
  });
}

export const exportScenarios = [
  ...guarded(`POST ${LIST}`),
  ...scenarios(
    `POST ${LIST}`,
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
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', LIST, { body: { type: 'invoices', ...SPAN } }),
    ),
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
  ),
  ...needsToken(`GET ${LIST}`),
  ...scenarios(
    `GET ${LIST}`,
    succeeds(200, 'all', list('')),
    succeeds(200, 'of a type, in a state', list('type=revenue&status=failed')),
    refusesEach(400, 'invalid_request', list, {
      'an unknown state': 'status=lost',
      'both cursors': `starting_after=${ABSENT.export}&ending_before=${ABSENT.export}`,
      'an unknown cursor': `starting_after=${ABSENT.export}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', LIST),
    ),
  ),
  ...needsToken(`GET ${ONE}`),
  ...scenarios(
    `GET ${ONE}`,
    succeeds(200, 'one of its own', async ({ stranger }) => {
      const { id } = await newExport(stranger);
      return stranger.call('GET', `${LIST}/${id}`);
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${LIST}/${ABSENT.export}`),
    ),
    refuses(404, 'not_found', 'none', ({ owner }) => owner.call('GET', `${LIST}/${ABSENT.export}`)),
    refuses(404, 'not_found', 'one of another account', async ({ owner, stranger }) => {
      const { id } = await newExport(stranger);
      return owner.call('GET', `${LIST}/${id}`);
    }),
  ),
  ...scenarios(
    'GET /exports/{export_id}/file',
    succeeds(200, 'by its signed link', async ({ stranger }) =>
      openPage((await newFile(stranger)).link),
    ),
    refuses(404, 'not_found', 'without a signature', () =>
      openPage(`/exports/${ABSENT.export}/file`),
    ),
    refuses(404, 'not_found', 'half a link', () => openPage('/exports/exp_1/file')),
  ),
];
