import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const LINK = `/pay/${'A'.repeat(43)}`;

let ledger: TestService;
let gateway: TestGateway;
beforeAll(async () => {
  const routes = [
    { method: 'GET', template: '/pay/{token}' },
    { method: 'POST', template: '/pay/{token}' },
    { method: 'GET', template: '/v1/transactions' },
  ];
  ledger = await startPlainService('ledger', routes, (_request, response) => response.destroy());
  gateway = await startGateway([ledger]);
  await gateway.ready();
});
afterAll(async () => {
  await gateway?.stop();
  await ledger?.stop();
});

describe('errors of the gateway below /pay', () => {
  it.each([
    ['a service that does not answer', 'GET', LINK, 503, 'Une erreur s’est produite'],
    ['an unknown path', 'GET', `${LINK}/more`, 404, 'Page introuvable'],
    ['half a link', 'GET', '/pay/', 404, 'Page introuvable'],
    ['another method', 'DELETE', LINK, 405, 'Requête non valide'],
    ['a malformed path', 'GET', `${LINK}%zz`, 400, 'Requête non valide'],
    ['too large a body', 'POST', LINK, 413, 'Requête non valide', 'x'.repeat(200_000)],
  ])('are a page for people: %s', async (_what, method, path, status, title, body?: string) => {
    const headers = { 'Accept-Language': 'fr-CH, en;q=0.5' };
    const answer = await gateway.call(method, path, { headers, ...(body && { body }) });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).not.toContain('AAAA');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  it('are a page with a retry time for a client over its rate limit', async () => {
    const spent = await startGateway([ledger], {
      limits: { allowance: { perSecond: 0.1, burst: 1 } },
      config: { limitsRates: true },
    });
    await spent.ready();
    await spent.call('GET', LINK);
    const answer = await spent.call('GET', LINK, { headers: { 'Accept-Language': 'de' } });
    await spent.stop();
    expect([answer.status, answer.headers.get('content-language')]).toEqual([429, 'de']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body).toContain('<h1>Bitte warten Sie einen Moment</h1>');
  });

  it('are JSON everywhere else', async () => {
    const answer = await gateway.call('GET', '/v1/transactions');
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  });
});
