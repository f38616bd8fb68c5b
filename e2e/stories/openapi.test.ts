import { serviceNames } from '@florin/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { internalPaths, type Operation, operationsOf, readOpenApi } from '../operations.ts';

let operations: readonly Operation[];
beforeAll(async () => {
  operations = operationsOf(await readOpenApi());
});

const failure = { error: expect.any(String), message: expect.any(String) };

describe('GET /v1/openapi.json', () => {
  it('is OpenAPI 3.1 and has every route of the services, except those for our pages alone', async () => {
    expect((await readOpenApi()).openapi).toMatch(/^3\.1\.\d$/);
    const { body } = await call('GET', '/status');
    const routes = body.services.map(({ routes: count }: { routes: number }) => count);
    const { paths } = await readOpenApi();
    const listed = Object.values({ ...internalPaths(), ...paths }).flatMap((methods) =>
      Object.keys(methods),
    );
    expect(routes.reduce((sum: number, count: number) => sum + count, 0)).toBe(listed.length);
    expect(operations.length).toBeGreaterThan(10);
  });

  it('lists only existing operations', async () => {
    // Only method and path matter: no body, and a token without rights.
    const { token } = await newOwner();
    for (const { method, template } of operations) {
      const path = template.replaceAll(/\{\w+\}/g, 'nothing');
      const anonymous = await call(method, path);
      expect([method, template, anonymous.status]).not.toEqual([method, template, 405]);
      if (template.includes('{') || (method === 'DELETE' && template === '/v1/account')) continue;
      const answer = await call(method, path, { token });
      expect([404, 405]).not.toContain(answer.status);
    }
  });

  it('lists a success and an error for every operation', () => {
    for (const { method, template, statuses } of operations)
      expect([method, template, statuses]).toEqual([
        method,
        template,
        expect.arrayContaining([expect.stringMatching(/^2/), '500', '503']),
      ]);
  });

  it('matches the gateway: other methods on a known path answer 405 with Allow', async () => {
    const byPath = Map.groupBy(operations, ({ template }) => template);
    for (const [template, known] of byPath) {
      const methods = known.map(({ method }) => method);
      const allowed = (methods.includes('GET') ? [...methods, 'HEAD'] : methods).sort();
      const path = template.replaceAll(/\{\w+\}/g, 'nothing');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allowed.includes(method)) continue;
        const answer = await call(method, path);
        expect([method, path, answer.status]).toEqual([method, path, 405]);
        expect(answer.headers.get('allow')).toBe(allowed.join(', '));
        expect(answer.body).toEqual({ ...failure, error: 'invalid_request' });
      }
    }
  });
});

describe('answers of the gateway itself', () => {
  it('GET /healthz: alive', async () => {
    const { status, body } = await call('GET', '/healthz');
    expect([status, body]).toEqual([
      200,
      { status: 'ok', service: 'gateway', version: expect.any(String) },
    ]);
  });

  it('GET /version: the version, without a token', async () => {
    const { status, body } = await call('GET', '/version');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'gateway',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it('GET /readyz: every service has answered', async () => {
    const { status, body } = await call('GET', '/readyz');
    expect([status, body]).toEqual([200, { status: 'ready', nats: 'connected' }]);
  });

  it('GET /status: every service, as seen last', async () => {
    const { status, body } = await call('GET', '/status');
    expect(status).toBe(200);
    expect(body.gateway).toEqual({ version: expect.any(String) });
    expect(body.services.toSorted(byName)).toEqual(
      serviceNames.toSorted().map((name) => ({
        name,
        version: expect.any(String),
        answers: true,
        routes: expect.any(Number),
      })),
    );
  });

  it.each(['/healthz', '/readyz', '/version', '/status', '/v1/openapi.json', '/v1/asyncapi.json'])(
    '%s: GET only',
    async (path) => {
      const answer = await call('POST', path, { body: {} });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  it.each(['/v1', '/v1/', '/v2/account', '/v1/account/', '/V1/account', '/healthz/x', '/docsx'])(
    '404: %s',
    async (path) => {
      const { status, body } = await call('GET', path);
      expect([status, body]).toEqual([404, { ...failure, error: 'not_found' }]);
    },
  );
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
