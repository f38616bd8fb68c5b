import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, newExport } from '../world.ts';

const LIST = '/v1/exports';

export const contract: Contract = {
  operation: 'GET /v1/exports/{export_id}',
  access: [about('read what the account has', 'export')],
  scenarios: [
    needsToken,
    succeeds(200, 'one of its own', async ({ stranger }) => {
      const { id } = await newExport(stranger);
      return stranger.call('GET', `${LIST}/${id}`);
    }),
    needsScope,
    refuses(404, 'not_found', 'none', ({ owner }) => owner.call('GET', `${LIST}/${ABSENT.export}`)),
    refuses(404, 'not_found', 'one of another account', async ({ owner, stranger }) => {
      const { id } = await newExport(stranger);
      return owner.call('GET', `${LIST}/${id}`);
    }),
  ],
};
