import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { prepare } from './access/ask.ts';
import { byKnowledge } from './access/recipes.ts';
import { makeSide, type Side } from './access/sides.ts';
import { readOperations } from './document.ts';
import { logInAdmin } from './world.ts';

const OWN = [
  '/',
  '/healthz',
  '/readyz',
  '/version',
  '/status',
  '/docs',
  '/v1/openapi.json',
  '/v1/asyncapi.json',
];
/** Headers that differ for each answer or connection. */
const VARYING = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'ratelimit',
  'request-id',
  'transfer-encoding',
];

const reads = (await readOperations())
  .map(({ operation }) => operation)
  .filter((operation) => operation.startsWith('GET '));

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
});

/** Status and headers alone: the body of a stream never ends. */
async function headOf(method: string, path: string, token: string | undefined) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl()}${path}`, { method, headers });
  const text = method === 'HEAD' ? await response.text() : '';
  await response.body?.cancel().catch(() => {});
  const fixed = [...response.headers].filter(([name]) => !VARYING.includes(name));
  const hasLength = response.headers.has('content-length');
  return { status: response.status, headers: Object.fromEntries(fixed), hasLength, text };
}

async function expectSame(path: string, token?: string): Promise<void> {
  const got = await headOf('GET', path, token);
  expect(await headOf('HEAD', path, token)).toEqual(got);
}

describe('HEAD answers like GET, without a body,', () => {
  it.each(reads)('%s', async (operation) => {
    const [, template = ''] = operation.split(' ');
    const { path, token } = byKnowledge.includes(operation)
      ? { path: template, token: undefined }
      : await prepare(operation, side, admin);
    await expectSame(path, token);
    // Also for a caller without permission.
    await expectSame(path);
  });

  it.each(OWN)('%s', (path) => expectSame(path));

  it('for a missing object', () => expectSame('/v1/nothing'));
});
