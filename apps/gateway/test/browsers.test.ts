import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRecorder } from './recorder.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const APP = 'https://app.example';
const recorder = makeRecorder();
let service: TestService;
let open: TestGateway;
let closed: TestGateway;

beforeAll(async () => {
  const routes = [{ template: '/v1/payments' }, { method: 'POST', template: '/v1/payments' }];
  service = await startPlainService('ledger', routes, recorder.listener);
  open = await startGateway([service], { config: { corsOrigins: new Set([APP]) } });
  closed = await startGateway([service]);
  await Promise.all([open.ready(), closed.ready()]);
});

afterAll(async () => {
  await Promise.all([open?.stop(), closed?.stop()]);
  await service?.stop();
});

const question = (Origin: string) => ({
  headers: { Origin, 'Access-Control-Request-Method': 'POST' },
});
const allowed = ({ headers }: { headers: Headers }) => headers.get('Access-Control-Allow-Origin');

describe('a page of another origin', () => {
  it('gets the CORS headers if allowed, on preflight and response', async () => {
    const before = recorder.requests.length;
    const asked = await open.call('OPTIONS', '/v1/payments', question(APP));
    expect(asked.status).toBe(204);
    expect(allowed(asked)).toBe(APP);
    expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key');
    expect(asked.headers.get('Vary')).toBe('Origin');
    expect(recorder.requests).toHaveLength(before);

    const answer = await open.call('POST', '/v1/payments', { headers: { Origin: APP } });
    expect(answer.status).toBe(200);
    expect(allowed(answer)).toBe(APP);
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Request-Id');
    expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false);
  });

  it('can read error responses if allowed', async () => {
    const answer = await open.call('GET', '/nothing', { headers: { Origin: APP } });
    expect(answer.status).toBe(404);
    expect(allowed(answer)).toBe(APP);
  });

  it.each(['https://evil.example', 'null', `${APP}.evil.example`])(
    'gets none otherwise: %s',
    async (origin) => {
      const asked = await open.call('OPTIONS', '/v1/payments', question(origin));
      expect(asked.status).toBe(405);
      expect(allowed(asked)).toBeNull();
      expect(asked.headers.get('Vary')).toBe('Origin');
    },
  );

  it('may not call by default', async () => {
    const asked = await closed.call('OPTIONS', '/v1/payments', question(APP));
    expect(asked.status).toBe(405);
    expect(allowed(asked)).toBeNull();
  });
});

it.each(['/v1/payments', '/healthz', '/nothing', '/pay/x'])(
  '%s has security headers for browsers',
  async (path) => {
    const { headers } = await closed.call('GET', path);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.has('Strict-Transport-Security')).toBe(false);
  },
);
