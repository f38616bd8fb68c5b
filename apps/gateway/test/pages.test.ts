import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const LINK = `/pay/${'A'.repeat(43)}`;

let ledger: TestService;
let gateway: TestGateway;
beforeAll(async () => {
  const routes = [
    { method: 'GET', template: '/pay/{token}' },
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

describe('what the gateway itself answers below /pay', () => {
  it.each([
    ['a service that does not answer', 'GET', LINK, 503, 'Please try again in a moment'],
    ['an address of no page', 'GET', `${LINK}/more`, 404, 'There is nothing here'],
    ['another method', 'DELETE', LINK, 405, 'That did not work'],
    ['a doubtful path', 'GET', `${LINK}%00`, 400, 'That did not work'],
  ])('is a page for people: %s', async (_what, method, path, status, title) => {
    const answer = await gateway.call(method, path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).not.toContain('AAAA');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  it('is JSON everywhere else', async () => {
    const answer = await gateway.call('GET', '/v1/transactions');
    expect(answer).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  });
});
