import { newId } from '@florin/contracts';
import { baseUrl, call } from '../../api.ts';
import { openPage } from '../pay.ts';
import { must, newKey } from '../people.ts';
import { needsToken, refuses, scenarios, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const SEARCH = 'GET /v1/search';
const PARTS = '/v1/reports/recurring_revenue/subscriptions';

export const consoleScenarios = [
  ...needsToken(SEARCH),
  ...scenarios(
    SEARCH,
    succeeds(200, 'by the name of a customer', async ({ owner }) => {
      const name = `Name ${newId().slice(-12)}`;
      await must(() => owner.call('POST', '/v1/customers', { body: { name } }));
      return owner.call('GET', `/v1/search?q=${encodeURIComponent(name)}`);
    }),
    refuses(400, 'invalid_request', 'one letter', ({ owner }) =>
      owner.call('GET', '/v1/search?q=a'),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/search?q=zz'),
    ),
  ),
  ...['money', 'recurring_revenue'].flatMap((name) => {
    const path = `/v1/reports/${name}`;
    return [
      ...needsToken(`GET ${path}`),
      ...scenarios(
        `GET ${path}`,
        succeeds(200, 'of a week', ({ owner }) => owner.call('GET', `${path}?days=7`)),
        refuses(400, 'invalid_request', 'no day', ({ owner }) =>
          owner.call('GET', `${path}?days=0`),
        ),
        refuses(403, 'forbidden', 'an API key without the scope', async ({ owner }) =>
          (await newKey(owner, ['webhooks:read'])).call('GET', path),
        ),
      ),
    ];
  }),
  ...needsToken(`GET ${PARTS}`),
  ...scenarios(
    `GET ${PARTS}`,
    succeeds(200, 'of one currency', ({ owner }) => owner.call('GET', `${PARTS}?currency=EUR`)),
    refuses(400, 'invalid_request', 'a cursor without an object', ({ owner }) =>
      owner.call('GET', `${PARTS}?starting_after=${ABSENT.subscription}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', async ({ owner }) =>
      (await newKey(owner, ['webhooks:read'])).call('GET', PARTS),
    ),
  ),
  ...scenarios(
    'GET /console',
    succeeds(200, 'its first page', () => openPage('/console')),
  ),
  ...scenarios(
    'GET /console/{screen}',
    succeeds(200, 'a list', () => openPage('/console/customers')),
  ),
  ...scenarios(
    'GET /console/{screen}/{object}',
    succeeds(200, 'an object', () => openPage('/console/customers/cus_1')),
  ),
  ...scenarios(
    'GET /assets/console/{file}',
    succeeds(200, 'its script', async () => {
      const page = await (await fetch(`${baseUrl()}/console`)).text();
      const [script = ''] = /\/assets\/console\/main-\w+\.js/.exec(page) ?? [];
      return call('GET', script);
    }),
    refuses(400, 'invalid_request', 'an unknown parameter', () =>
      call('GET', '/assets/console/main-OLD.js?version=1'),
    ),
    refuses(404, 'not_found', 'a file of another version', () =>
      call('GET', '/assets/console/main-OLD.js'),
    ),
  ),
];
