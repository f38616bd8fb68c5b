import type { ServiceName } from '@florin/contracts';
import { expect, it } from 'vitest';
import { mergeOpenApi, type OpenApiPart } from './openapi.ts';

const head = { version: '1', publicUrl: 'https://florin.example' };
const error = { type: 'object', properties: { error: { type: 'string' } } };

it('makes one document of several', () => {
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
  expect(merged.components).toEqual({ schemas: { Error: error, Page: { type: 'object' } } });
});

it('keeps components apart that differ under one name', () => {
  const { paths, components } = mergeOpenApi(head, [
    part('ledger', '/v1/transactions', { Error: error }),
    part('identity', '/v1/users', { Error: { type: 'string' } }),
  ]);
  expect(components).toEqual({ schemas: { Error: error, IdentityError: { type: 'string' } } });
  expect(paths['/v1/transactions']).toEqual({ get: { $ref: '#/components/schemas/Error' } });
  expect(paths['/v1/users']).toEqual({ get: { $ref: '#/components/schemas/IdentityError' } });
});

it('shows only operations whose routes were accepted', () => {
  const refused = { ...part('ledger', '/v1/users', {}), routes: [] };
  expect(mergeOpenApi(head, [refused]).paths).toEqual({});
});

it('leaves out what only our own pages load, and lists the chapters of what is left', () => {
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
  'lives with %j for a document',
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
