import { newId } from '@florin/contracts';
import { about, listBy } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /v1/search',
  access: [
    about('read what the account has', undefined, {
      unknown: 'ok, nothing',
      request: () => ({ path: '/v1/search?q=com' }),
    }),
    listBy('read what the account has', ['account_id', 'account'], {
      request: (id) => {
        const text = encodeURIComponent(id);
        return { path: `/v1/search?q=${text}&account_id=${text}` };
      },
    }),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'by the name of a customer', async ({ owner }) => {
      const name = `Name ${newId().slice(-12)}`;
      await must(() => owner.call('POST', '/v1/customers', { body: { name } }));
      return owner.call('GET', `/v1/search?q=${encodeURIComponent(name)}`);
    }),
    refuses(400, 'invalid_request', 'one letter', by('owner', 'GET', '/v1/search?q=a')),
    needsScope,
  ],
};
