import { describe, expect, it } from 'vitest';
import { acceptDescription, type DescribeReply } from './accept-description.ts';

type DescribedRoute = DescribeReply['routes'][number];

const good: DescribedRoute = {
  method: 'GET',
  template: '/v1/transactions/{transaction_id}',
  token: 'session_or_key',
  scope: 'transactions:read',
  timeoutMs: 2_000,
  stream: false,
  costly: false,
};

describe('acceptDescription', () => {
  it.each<[string, Partial<DescribedRoute>]>([
    ['a plain route', {}],
    ["its own path below another service's", { template: '/v1/account/balance' }],
    ['a route without keys', { scope: '' }],
    ['a stream', { stream: true, timeoutMs: 0 }],
    ['the maximum timeout', { timeoutMs: 120_000 }],
  ])('accepts %s', (_title, change) => {
    const { description, refusals } = accept(change);
    expect(refusals).toEqual([]);
    expect(description.routes).toHaveLength(1);
  });

  it.each<[string, Partial<DescribedRoute>, string]>([
    ['a path of another service', { template: '/v1/users' }, 'belongs to identity'],
    ['a path of no service', { template: '/v1/anything' }, 'belongs to no service'],
    ['a catch-all', { template: '/{anything}' }, 'belongs to no service'],
    ['a page of the gateway', { template: '/readyz' }, 'belongs to no service'],
    ['no path', { template: '' }, 'well-formed'],
    ['an open brace', { template: '/v1/transactions/{id' }, 'well-formed'],
    ['a segment that is partly a parameter', { template: '/v1/transactions/a{b}' }, 'well-formed'],
    ['an empty segment', { template: '/v1/transactions//x' }, 'well-formed'],
    ['a template of many segments', { template: `/v1/transactions${'/a'.repeat(20)}` }, 'formed'],
    ['a very long template', { template: `/v1/transactions/${'a'.repeat(9_999)}` }, 'too long'],
    ['an unknown method', { method: 'PUT' }, 'method'],
    ['an unknown kind of token', { token: 'magic' }, 'token magic'],
    ['no kind of token', { token: '' }, 'token'],
    ['an unknown scope', { scope: 'all:write' }, 'scope'],
    ['no time', { timeoutMs: 0 }, 'timeout must be'],
    ['too long a timeout', { timeoutMs: 120_001 }, 'timeout must be'],
    ['a stream that takes a body', { stream: true, method: 'POST' }, 'stream'],
  ])('rejects %s', (_title, change, reason) => {
    const { description, refusals } = accept(change);
    expect(description.routes).toEqual([]);
    expect(refusals).toEqual([expect.stringContaining(reason)]);
  });

  it('refuses routes that belong to another service', () => {
    const reply = { service: 'billing', version: '1', digest: '', openapi: '{}', routes: [good] };
    expect(() => acceptDescription('ledger', reply)).toThrow('identifies as billing');
  });

  it('refuses descriptions that are too large', () => {
    const routes = Array<DescribedRoute>(501).fill(good);
    const reply = { service: 'ledger', version: '1', digest: '', openapi: '{}', routes };
    expect(() => acceptDescription('ledger', reply)).toThrow('500');
  });

  it.each([
    ['is not JSON', '{'],
    ['is too deep', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['is too long', `"${'a'.repeat(2_000_000)}"`],
  ])('ignores a document that %s, with a log line', (_title, openapi) => {
    const reply = { service: 'ledger', version: '1', digest: '', openapi, routes: [good] };
    const { description, refusals } = acceptDescription('ledger', reply);
    expect(description.openapi).toBeUndefined();
    expect(description.routes).toHaveLength(1);
    expect(refusals).toEqual([expect.stringContaining('OpenAPI')]);
  });

  it('shortens texts that it passes on to logs and pages', () => {
    const long = 'x'.repeat(99_999);
    const routes = [{ ...good, method: long }];
    const reply = { service: 'ledger', version: long, digest: '', openapi: '{}', routes };
    const { description, refusals } = acceptDescription('ledger', reply);
    expect(description.version).toHaveLength(100);
    expect(refusals.join().length).toBeLessThan(500);
  });
});

function accept(change: Partial<DescribedRoute>) {
  const routes = [{ ...good, ...change }];
  return acceptDescription('ledger', {
    service: 'ledger',
    version: '1',
    digest: '',
    openapi: '{}',
    routes,
  });
}
