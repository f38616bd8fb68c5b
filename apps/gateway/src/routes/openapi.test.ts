import type { ServiceName } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { mergeOpenApi, type OpenApiPart } from './openapi.ts';

const head = { version: '1', publicUrl: 'https://florin.example' };
const error = { type: 'object', properties: { error: { type: 'string' } } };

it('merges several documents', () => {
  const merged = mergeOpenApi(head, [
    part('ledger', '/v1/transactions', { Error: error, Page: { type: 'object' } }),
    part('identity', '/v1/users', { Error: error }),
  ]);
  expect(merged).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Florin', version: '1' },
    servers: [{ url: 'https://florin.example' }],
  });
  expect(Object.keys(merged.paths)).toEqual(['/v1/transactions', '/v1/users']);
  expect(merged.components.schemas).toEqual({ Error: error, Page: { type: 'object' } });
});

it('separates components that differ under one name', () => {
  const { paths, components } = mergeOpenApi(head, [
    part('ledger', '/v1/transactions', { Error: error }),
    part('identity', '/v1/users', { Error: { type: 'string' } }),
  ]);
  expect(components.schemas).toEqual({ Error: error, IdentityError: { type: 'string' } });
  expect(paths['/v1/transactions']).toMatchObject({ get: { $ref: '#/components/schemas/Error' } });
  expect(paths['/v1/users']).toMatchObject({
    get: { $ref: '#/components/schemas/IdentityError' },
  });
});

describe('errors of the gateway', () => {
  const of = (path: string, operation: object) =>
    mergeOpenApi(head, [
      { ...part('ledger', path, {}), openapi: { paths: { [path]: { get: operation } } } },
    ]);
  const refused = (name: string) => ({ $ref: `#/components/responses/${name}` });

  it('are declared for each operation; 413 and 408 for those with a body', () => {
    const { paths, components } = of('/v1/transactions', { responses: { 200: {} } });
    expect(paths['/v1/transactions']?.get).toEqual({
      responses: { 200: {}, 429: refused('TooManyRequests') },
    });
    expect(Object.keys(components.responses ?? {})).toEqual(['TooManyRequests']);
    const withBody = of('/v1/transactions', { requestBody: {} }).paths['/v1/transactions']?.get;
    expect(withBody).toEqual({
      requestBody: {},
      responses: {
        408: refused('RequestTimeout'),
        413: refused('ContentTooLarge'),
        429: refused('TooManyRequests'),
      },
    });
  });

  it("keep the operation's own responses, and are pages where people read them", () => {
    const own = { 429: { description: '`rate_limited`' } };
    const { paths, components } = of('/v1/transactions', { responses: own });
    expect(paths['/v1/transactions']?.get).toEqual({ responses: own });
    expect(components).not.toHaveProperty('responses');
    const page = of('/pay/{token}', {}).components.responses?.TooManyRequestsPage;
    expect(page).toMatchObject({ content: { 'text/html': {} } });
  });
});

it('contains only operations whose routes were accepted', () => {
  const refused = { ...part('ledger', '/v1/users', {}), routes: [] };
  expect(mergeOpenApi(head, [refused]).paths).toEqual({});
});

it('leaves out operations of our own pages, and lists the remaining tags', () => {
  const of = (operation: object): OpenApiPart => ({
    ...part('ledger', '/v1/transactions', {}),
    openapi: { paths: { '/v1/transactions': { get: { tags: ['Transactions'], ...operation } } } },
  });
  const shown = mergeOpenApi(head, [of({})]);
  expect(shown.tags).toEqual([{ name: 'Transactions', description: expect.any(String) }]);
  const hidden = mergeOpenApi(head, [of({ 'x-internal': true })]);
  expect([hidden.paths, hidden.tags]).toEqual([{}, []]);
});

it.each([undefined, null, 'text', [], { paths: 'x', components: [] }, { components: { a: 1 } }])(
  'accepts %j as a document',
  (openapi) => {
    const { routes } = part('ledger', '/v1/transactions', {});
    const merged = mergeOpenApi(head, [{ service: 'ledger', openapi, routes }]);
    expect(merged.paths).toEqual({});
  },
);

function part(service: ServiceName, template: string, schemas: object): OpenApiPart {
  const route = { service, method: 'GET', template, token: 'none', scope: null } as const;
  return {
    service,
    routes: [{ ...route, timeoutMs: 1, stream: false, costly: false }],
    openapi: {
      openapi: '3.1.0',
      paths: { [template]: { get: { $ref: '#/components/schemas/Error' } } },
      components: { schemas },
    },
  };
}
