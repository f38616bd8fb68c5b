import { describe, expect, it } from 'vitest';
import { buildRouteTable, type ServedRoute } from './table.ts';

const table = buildRouteTable([
  route('GET', '/v1/transactions'),
  route('POST', '/v1/transactions'),
  route('POST', '/v1/transactions/bulk'),
  route('GET', '/v1/transactions/{id}'),
  route('PATCH', '/v1/transactions/{id}'),
  route('POST', '/v1/transactions/{id}/capture'),
  route('GET', '/v1/accounts/{id}/balance'),
  route('GET', '/v1/accounts/mine/users'),
  route('GET', '/.well-known/jwks.json'),
]);

describe('a route table', () => {
  it.each([
    ['GET', '/v1/transactions', '/v1/transactions'],
    ['POST', '/v1/transactions', '/v1/transactions'],
    ['GET', '/v1/transactions/txn_1', '/v1/transactions/{id}'],
    ['GET', '/v1/transactions/%20', '/v1/transactions/{id}'],
    ['GET', '/v1/transactions/{id}', '/v1/transactions/{id}'],
    ['POST', '/v1/transactions/bulk', '/v1/transactions/bulk'],
    ['POST', '/v1/transactions/bulk/capture', '/v1/transactions/{id}/capture'],
    ['GET', '/v1/accounts/mine/balance', '/v1/accounts/{id}/balance'],
    ['GET', '/v1/accounts/mine/users', '/v1/accounts/mine/users'],
    ['GET', '/.well-known/jwks.json', '/.well-known/jwks.json'],
  ])('%s %s is %s', (method, path, template) => {
    expect(table.find(method, path)).toMatchObject({ kind: 'route', route: { template } });
  });

  it.each([
    '/',
    '',
    '/v1',
    '/v1/',
    '/v2/transactions',
    '/v1/Transactions',
    '/v1/transactions/',
    '/v1/transactions//capture',
    '/v1/transactions/txn_1/',
    '/v1/transactions/txn_1/capture/more',
    '/v1/accounts/{id}',
    '/v1/accounts/other/users',
    '/v1/%74ransactions',
    '/v1/transactions/a%2Fb',
    '/v1/transactions/%2fcapture',
    '/v1/transactions/a%5Cb',
    '/v1/transactions/txn_1%00',
    '/v1/accounts/mine%2Fother/balance',
    '/__proto__',
    '/constructor',
  ])('finds nothing at %j', (path) => {
    expect(table.find('GET', path)).toEqual({ kind: 'none' });
  });

  it.each([
    ['DELETE', '/v1/transactions', ['GET', 'POST']],
    ['HEAD', '/v1/transactions/txn_1', ['GET', 'PATCH']],
    // The literal segment wins, even without this method.
    ['GET', '/v1/transactions/bulk', ['POST']],
  ])('%s %s allows other methods only', (method, path, allow) => {
    expect(table.find(method, path)).toEqual({ kind: 'other_method', allow });
  });

  it('keeps the first of two equal routes', () => {
    const second = route('GET', '/v1/plans/{plan_id}');
    const { duplicates, find } = buildRouteTable([route('GET', '/v1/plans/{id}'), second]);
    expect(duplicates).toEqual([second]);
    expect(find('GET', '/v1/plans/a')).toMatchObject({ route: { template: '/v1/plans/{id}' } });
  });
});

function route(method: ServedRoute['method'], template: string): ServedRoute {
  const plain = { token: 'none', scope: null, timeoutMs: 1, stream: false, costly: false } as const;
  return { service: 'ledger', method, template, ...plain };
}
