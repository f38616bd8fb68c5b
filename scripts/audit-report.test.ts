import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Runs the real pnpm against a registry with these responses. */
async function report(answer: RequestListener, timeoutMs = 20_000): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const script = join(import.meta.dirname, 'audit-report.mjs');
  // The bootstrap provides pnpm, which a machine with only Node and npm lacks.
  const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');
  const child = spawn(process.execPath, [bootstrap, 'run', 'node', script, String(timeoutMs)], {
    cwd: ROOT,
    env: { ...process.env, npm_config_registry: registry, pnpm_config_registry: registry },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(code).toBe(0);
  return said;
}

it('names severe advisories and counts the others', async () => {
  const advisory = (severity: string, title: string) => ({
    ...{ id: title.length, severity, title, url: 'https://example.com/a' },
    ...{ vulnerable_versions: '>=0.0.1', cwe: [], cvss: { score: 0, vectorString: null } },
  });
  const said = await report((_, response) =>
    response.end(
      JSON.stringify({ zod: [advisory('high', 'a hole'), advisory('low', 'a scratch')] }),
    ),
  );
  expect(said).toContain('1 high');
  expect(said).toContain('1 low');
  expect(said).toContain('high: zod >=0.0.1: a hole');
  expect(said).not.toContain('a scratch');
});

it.each([
  ['has no such endpoint', 405],
  ['is broken', 500],
])('is one line if the registry %s', async (_, status) => {
  const refuse: RequestListener = (_request, response) => response.writeHead(status).end('no');
  const said = await report(refuse, 3_000);
  expect(said).toBe('audit: not available\n');
});

it('is one line, in time, if the registry does not answer', async () => {
  const startedAt = performance.now();
  expect(await report(() => undefined, 1_500)).toBe('audit: not available\n');
  expect(performance.now() - startedAt).toBeLessThan(25_000);
});
