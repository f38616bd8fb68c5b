import { expect, it } from 'vitest';
import { useConsole } from './use-console.ts';

const site = useConsole();
/** Transfer size of the first load. */
const BYTES_MAX = 150 * 1024;

it.each(['/console', '/console/customers', '/console/customers/cus_1'])(
  'serves one page at %s, which may load nothing of others',
  async (path) => {
    const response = await site.fetch(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(response.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(
      /<script(?![^>]+src="\/assets\/console\/)|<style|style=/,
    );
  },
);

it('loads few bytes, which browsers cache', async () => {
  const page = await (await site.fetch('/console')).text();
  const names = [...page.matchAll(/(?:src|href)="(\/assets\/console\/[^"]+)"/g)];
  expect(names).toHaveLength(2);
  let bytes = Buffer.byteLength(page);
  for (const [, name = ''] of names) {
    const response = await site.fetch(name);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    bytes += Number(response.headers.get('content-length'));
  }
  expect(bytes).toBeLessThan(BYTES_MAX);
});

it('serves no other files', async () => {
  for (const name of ['nothing.js', '..%2f..%2fpackage.json', '__proto__'])
    expect((await site.fetch(`/assets/console/${name}`)).status).toBe(404);
});
