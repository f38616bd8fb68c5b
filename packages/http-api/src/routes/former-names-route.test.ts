import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serveRoutes } from '../../test/serve-routes.ts';
import { toOpenApi } from '../openapi/openapi.ts';
import { defineRoute } from './define-route.ts';

const caller = { userId: newId(), accountId: newId(), role: 'owner' } as const;

const route = defineRoute({
  method: 'POST',
  path: '/v1/things',
  operationId: 'forATest',
  summary: 'For a test',
  token: 'session',
  query: z.object({ clock_id: z.string().optional() }),
  body: z.object({
    urls: z.array(z.string()).optional(),
    settings: z.object({ theme: z.string() }).nullish(),
  }),
  isBodyOptional: true,
  formerNames: { query: { clock: 'clock_id' }, body: { 'settings.urls': 'urls' } },
  replies: { 200: z.object({}) },
  errors: ['invalid_request', 'unauthorized'],
  handle: async ({ query, body }) => ({ status: 200, body: { query, body } }),
});

const announced = ({ headers }: { headers: Headers }) => [
  headers.get('Deprecation'),
  headers.get('Sunset'),
];
const END = ['@1795305600', 'Tue, 01 Jun 2027 00:00:00 GMT'];

it('accepts deprecated names and announces their removal', async () => {
  const { send } = await serveRoutes([route]);
  const ofQuery = await send('POST', '/v1/things?clock=a', { caller });
  expect([ofQuery.body.query, announced(ofQuery)]).toEqual([{ clock_id: 'a' }, END]);
  const json = { settings: { theme: 'dark', urls: ['a'] } };
  const ofBody = await send('POST', '/v1/things', { caller, json });
  expect(ofBody.body.body).toEqual({ urls: ['a'], settings: { theme: 'dark' } });
  expect(announced(ofBody)).toEqual(END);
});

it('announces it whether the request succeeds or fails, and only if a deprecated name was sent', async () => {
  const { send } = await serveRoutes([route]);
  const refused = await send('POST', '/v1/things?clock=a&clock_id=b', { caller });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toMatch(/^clock: is the former name of clock_id/);
  const wrong = await send('POST', '/v1/things?clock=a', { caller, json: { urls: 'a' } });
  expect([wrong.status, announced(wrong)]).toEqual([400, END]);
  const present = await send('POST', '/v1/things?clock_id=a', { caller, json: { urls: ['a'] } });
  expect([present.status, announced(present)]).toEqual([200, [null, null]]);
});

it('marks them as deprecated in the document', () => {
  const document = toOpenApi('Test', '1', [route]);
  const former = { deprecated: true, description: expect.any(String) };
  const schema = {
    properties: { urls: {}, settings: { anyOf: [{ properties: { urls: former } }, {}] } },
  };
  expect(document).toMatchObject({
    paths: {
      '/v1/things': {
        post: {
          parameters: [{ name: 'clock_id' }, { name: 'clock', in: 'query', ...former }],
          requestBody: { content: { 'application/json': { schema } } },
        },
      },
    },
  });
});
