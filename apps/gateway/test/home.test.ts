import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway([]);
});
afterAll(() => gateway?.stop());

const open = (headers: Record<string, string>) => gateway.call('GET', '/', { headers });
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each([
  ['de-CH,de;q=0.9', 'de-CH', 'Dies ist die API'],
  ['fr', 'fr', 'Voici l’API'],
  ['es', 'es', 'Esta es la API'],
  ['ja', 'en', 'This is the API'],
])('shows the start page to a browser in %s', async (language, tag, text) => {
  const { status, headers, body } = await open({ Accept: BROWSER, 'Accept-Language': language });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-language')).toBe(tag);
  expect(headers.get('vary')).toBe('Origin, Accept, Accept-Language');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(body).toContain(text);
  const links = [...String(body).matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path);
  expect(links).toEqual(['./console', './docs', './v1/openapi.json', './status']);
  // Skips the console, which is another process.
  for (const link of links.slice(1))
    expect((await fetch(new URL(link, gateway.url), { method: 'HEAD' })).status).toBe(200);
});

it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.1'])(
  'answers a program that accepts %s with JSON',
  async (accept) => {
    const { status, headers, body } = await open(accept === undefined ? {} : { Accept: accept });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({
      name: 'florin',
      console: '/console',
      reference: '/docs',
      openapi: '/v1/openapi.json',
    });
  },
);
