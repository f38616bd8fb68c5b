import { serviceNames } from '@florin/contracts';
import { REDRIVEN } from '../../operations.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { needsToken, refuses, succeeds } from '../scenario.ts';

const shown = serviceNames.map((name): Contract => {
  const path = `/v1/system/${name}`;
  return {
    operation: `GET ${path}`,
    access: [about('prove the books', undefined)],
    scenarios: [
      needsToken,
      succeeds(200, 'an administrator', ({ admin }) => admin.call('GET', path)),
      refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', path)),
      refuses(403, 'forbidden', 'the platform', ({ platform }) => platform.call('GET', path)),
    ],
    example: ({ adminToken }) => ({ token: adminToken }),
  };
});

const redriven = REDRIVEN.map((name): Contract => {
  const redrive = `/v1/system/${name}/redrive`;
  return {
    operation: `POST ${redrive}`,
    access: [about('prove the books', undefined, { body: {} })],
    withoutEvents: 'earlier events are handled again, and no new ones are published',
    scenarios: [
      needsToken,
      succeeds(200, 'nothing waits', ({ admin }) => admin.call('POST', redrive)),
      refuses(400, 'invalid_request', 'broken JSON', ({ admin }) =>
        admin.call('POST', redrive, { body: '{"all":' }),
      ),
      refuses(403, 'forbidden', 'the platform', ({ platform }) => platform.call('POST', redrive)),
    ],
    example: ({ adminToken }) => ({ token: adminToken, body: {} }),
  };
});

/** The same operations of each service. */
export const contracts: readonly Contract[] = [...shown, ...redriven];
