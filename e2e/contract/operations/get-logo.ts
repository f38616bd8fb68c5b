import { logoOf } from '@florin/testing';
import { call } from '../../api.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { preview } from '../prepare/mail.ts';
import { refuses, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /logos/{logo}',
  access: 'by knowledge',
  scenarios: [
    succeeds(200, 'the logo of a mail', async ({ owner }) => {
      await must(() => owner.call('PATCH', '/v1/seller_profile', { body: { logo: logoOf(8) } }));
      const { html } = await must(() => preview({})({ owner } as World));
      const [path = ''] = /\/logos\/[\w-]+/.exec(html) ?? [];
      return call('GET', path);
    }),
    refuses(404, 'not_found', 'none', () => call('GET', '/logos/none')),
  ],
};
