import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { newFile } from '../prepare/exports.ts';
import { refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /exports/{export_id}/file',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'by its signed link', async ({ stranger }) =>
      openPage((await newFile(stranger)).link),
    ),
    refuses(404, 'not_found', 'without a signature', () =>
      openPage(`/exports/${ABSENT.export}/file`),
    ),
    refuses(404, 'not_found', 'half a link', () => openPage('/exports/exp_1/file')),
  ],
};
