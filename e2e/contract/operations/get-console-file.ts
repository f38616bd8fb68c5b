import { baseUrl, call } from '../../api.ts';
import type { Contract } from '../contract.ts';
import { refuses, succeeds } from '../scenario.ts';

export const contract: Contract = {
  operation: 'GET /assets/console/{file}',
  access: 'by knowledge',
  scenarios: [
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
  ],
};
