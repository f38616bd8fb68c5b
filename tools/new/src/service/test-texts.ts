import type { Names } from './names.ts';

export const useText = ({
  name,
  Name,
}: Names) => `import { type ServiceDatabase, testDatabase, testService } from '@florin/service-testing';
import { type CallOptions, natsUrl, testKeys } from '@florin/testing';
import { afterAll, beforeAll } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import { ${name} } from '../src/service.ts';

/** One process of the service and its database, for the tests of one file. */
export function use${Name}() {
  let database: ServiceDatabase;
  let service: Awaited<ReturnType<typeof testService>>;
  beforeAll(async () => {
    database = await testDatabase('${name}', migrations);
    service = await testService(${name}, {
      database: { url: database.url, poolSizeMax: 4 },
      nats: { url: natsUrl() },
      acceptKeys: testKeys('gateway'),
      callKeys: new Map(),
    });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });
  return {
    call: (method: string, path: string, options?: CallOptions) =>
      service.call(method, path, options),
  };
}
`;

export const testText = ({
  name,
  Name,
}: Names) => `import { type Caller, newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { use${Name} } from './use-${name}.ts';

const ${name} = use${Name}();
const person = (role: Caller['role']) => ({
  ...{ userId: newId(), sessionId: newId(), accountId: newId(), role },
});

it('GET /v1/${name} 200: is empty for a new account', async () => {
  const { status, body } = await ${name}.call('GET', '/v1/${name}', { caller: person('owner') });
  expect([status, body]).toEqual([200, { object: '${name}', livemode: false, note: null }]);
});

it('GET /v1/system/${name} 200: shows an administrator its state', async () => {
  const { body } = await ${name}.call('GET', '/v1/system/${name}', { caller: person('admin') });
  expect(body).toMatchObject({ service: '${name}', outbox: { backlog: 0 } });
});
`;

export const documentTestText = `import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openApiText } from '../src/openapi.ts';

it('is committed as it is: run \`pnpm generate\` in this app', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  expect(committed).toBe(openApiText());
});
`;
