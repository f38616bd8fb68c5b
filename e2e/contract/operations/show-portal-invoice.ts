import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { opened } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /portal/{token}/invoices/{invoice_id}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'an open one', async (world) => openPage((await opened(world)).invoice)),
    refuses(404, 'not_found', 'none', async (world) =>
      openPage(`${(await opened(world)).url}/invoices/${ABSENT.invoice}`),
    ),
  ],
};
