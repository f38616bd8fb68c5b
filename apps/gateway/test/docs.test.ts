import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway([]);
});
afterAll(() => gateway?.stop());

const url = (path: string) => `http://127.0.0.1:${gateway.port}${path}`;

it('serves the reference with a policy that lets it load our files alone', async () => {
  const { status, headers, body } = await gateway.call('GET', '/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; .*connect-src 'self'; .*frame-ancestors 'none'$/,
  );
  expect([...String(body).matchAll(/src="([^"]+)"/g)].map(([, path]) => path)).toEqual([
    './docs/scalar.js',
    './docs/start.js',
  ]);
});

it('serves all that the reference loads, compressed and to be kept', async () => {
  const start = await fetch(url('/docs/start.js'));
  expect(await start.text()).toContain('telemetry: false');
  const scalar = await fetch(url('/docs/scalar.js'), { headers: { 'Accept-Encoding': 'gzip' } });
  expect(Object.fromEntries(scalar.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=86400',
  });
  expect(Number(scalar.headers.get('content-length'))).toBeLessThan(1_500_000);
  expect(await scalar.text()).toContain('createApiReference');
  const described = await fetch(url('/docs/openapi.json'));
  expect(described.headers.get('content-encoding')).toBe('gzip');
  expect(await described.json()).toEqual(await (await fetch(url('/v1/openapi.json'))).json());
});

it('takes no other method', async () => {
  expect((await gateway.call('POST', '/docs')).status).toBe(405);
});
