import { newOwner } from '../people.ts';
import { guarded, needsToken, refuses, scenarios, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

const ONE = '/v1/periods/{month}';
const JANUARY = '/v1/periods/2026-01';

const post =
  (path: string, body: object = {}) =>
  ({ owner }: World) =>
    owner.call('POST', path, { body });
const get =
  (path: string) =>
  ({ owner }: World) =>
    owner.call('GET', path);

/** Closes months on separate accounts, whose books no other scenario needs. */
async function withClosed() {
  const owner = await newOwner();
  await owner.call('POST', `${JANUARY}/close`, { body: {} });
  return owner;
}

export const periodScenarios = [
  ...needsToken(`GET ${ONE}`),
  ...scenarios(
    `GET ${ONE}`,
    succeeds(200, 'an open month', get('/v1/periods/2040-01')),
    refuses(400, 'invalid_request', 'a name that there is not', get(`${JANUARY}?nothing=1`)),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', JANUARY),
    ),
    refuses(404, 'not_found', 'an invalid month', get('/v1/periods/2026-13')),
  ),
  ...guarded(`POST ${ONE}/close`),
  ...scenarios(
    `POST ${ONE}/close`,
    succeeds(200, 'a month that is over', async () =>
      (await newOwner()).call('POST', `${JANUARY}/close`, { body: {} }),
    ),
    succeeds(200, 'a month that is closed', async () =>
      (await withClosed()).call('POST', `${JANUARY}/close`, { body: {} }),
    ),
    refuses(400, 'invalid_request', 'a name that there is not', post(`${JANUARY}/close`, { a: 1 })),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', `${JANUARY}/close`, { body: {} }),
    ),
    refuses(404, 'not_found', 'an invalid month', post('/v1/periods/2026-1/close')),
    refuses(409, 'conflict', 'a month that is not over', post('/v1/periods/2040-01/close')),
  ),
  ...guarded(`POST ${ONE}/reopen`),
  ...scenarios(
    `POST ${ONE}/reopen`,
    succeeds(200, 'an open month', post('/v1/periods/2040-01/reopen', { reason: 'a mistake' })),
    succeeds(200, 'a closed month', async () =>
      (await withClosed()).call('POST', `${JANUARY}/reopen`, { body: { reason: 'a mistake' } }),
    ),
    refuses(400, 'invalid_request', 'no reason', post(`${JANUARY}/reopen`)),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', `${JANUARY}/reopen`, { body: { reason: 'a mistake' } }),
    ),
    refuses(
      404,
      'not_found',
      'an invalid month',
      post('/v1/periods/x/reopen', { reason: 'a mistake' }),
    ),
  ),
  ...needsToken('GET /v1/close/{month}'),
  ...scenarios(
    'GET /v1/close/{month}',
    succeeds(200, 'a month', get('/v1/close/2026-01')),
    refuses(400, 'invalid_request', 'a name that there is not', get('/v1/close/2026-01?nothing=1')),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/close/2026-01'),
    ),
    refuses(404, 'not_found', 'an invalid month', get('/v1/close/2026')),
  ),
];
