import type { Contract } from '../contract.ts';
import { openPage } from '../pay.ts';
import { opened } from '../prepare/public-pages.ts';
import { refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /portal/{token}/subscriptions/{subscription_id}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'in its trial', async (world) => openPage((await opened(world)).subscription)),
    refuses(404, 'not_found', 'none', async (world) =>
      openPage(`${(await opened(world)).url}/subscriptions/${ABSENT.subscription}`),
    ),
  ],
};
