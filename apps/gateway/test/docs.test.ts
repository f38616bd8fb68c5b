import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway([]);
});
afterAll(() => gateway?.stop());

const url = (path: string) => `http://127.0.0.1:${gateway.port}${path}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url(path), { headers, redirect: 'manual' });

/** Without the headers and decompression of `fetch`. */
function getPlainly(path: string): Promise<{ encoding: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url(path), (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], text }));
    });
    asked.on('error', reject).end();
  });
}

it('serves pages with a policy that allows only our own files', async () => {
  const { status, headers, body } = await gateway.call('GET', '/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*script-src 'self'; style-src 'self'; connect-src 'self'; .*trusted-types 'none'; .*frame-ancestors 'none'$/,
  );
  const loaded = [...String(body).matchAll(/ (?:src|href)="(\/docs\/assets\/[^"]+)"/g)];
  expect(loaded).toHaveLength(2);
  for (const [, path = ''] of loaded) {
    const asset = await get(path);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
});

it('compresses for clients that accept gzip, and only for them', async () => {
  const compressed = await get('/docs', { 'Accept-Encoding': 'br, gzip' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  const plain = await getPlainly('/docs');
  expect(plain.encoding).toBeUndefined();
  expect(plain.text).toBe(await compressed.text());
});

it('answers 304 if unchanged', async () => {
  const first = await get('/docs/errors');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const second = await get('/docs/errors', { 'If-None-Match': tag });
  expect([second.status, await second.text()]).toEqual([304, '']);
  expect((await get('/docs/errors', { 'If-None-Match': 'W/"another"' })).status).toBe(200);
});

it('serves each page as Markdown, and all of them for assistants', async () => {
  const page = await get('/docs/errors/not_found.md');
  expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await page.text()).toMatch(/^# not_found\n/);
  expect(await (await get('/llms.txt')).text()).toContain(
    '](https://florin.example/docs/errors/not_found.md)',
  );
  expect(await (await get('/llms-full.txt')).text()).toContain('\n# not_found\n');
});

it('searches without a script', async () => {
  const found = await (await get('/docs/search?q=account+closed')).text();
  expect(found).toContain('href="/docs/events#account.closed"');
  expect(await (await get('/docs/search?q=%3Cscript%3E')).text()).not.toContain('<script>');
  expect((await get('/docs/search')).status).toBe(200);
});

it('answers 404 elsewhere, as a page for people', async () => {
  const nothing = await get('/docs/api/nothing');
  expect([nothing.status, nothing.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=utf-8',
  ]);
  expect((await get('/docsx')).status).toBe(404);
});

it('serves the event catalog with the public URL', async () => {
  const { status, headers, body } = await gateway.call('GET', '/v1/asyncapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toMatchObject({
    asyncapi: '3.0.0',
    servers: { florin: { host: 'florin.example', protocol: 'https' } },
    channels: { webhooks: { messages: { 'payment.succeeded': {} } } },
  });
});

it('allows no other method', async () => {
  expect((await gateway.call('POST', '/docs')).status).toBe(405);
});
