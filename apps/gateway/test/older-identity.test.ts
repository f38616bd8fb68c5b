import { newId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIssuer, type Issuer } from './issuer.ts';
import { makeRecorder } from './recorder.ts';
import { identityRpcs, startPlainService, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const session = { alive: true, accountId: newId(), role: 'owner', readOnly: false };
let found = session;
let issuer: Issuer;
let services: TestService[];
let gateway: TestGateway;

beforeAll(async () => {
  issuer = await createIssuer();
  const { Renew, EndLease, ...before } = grpcServices.identity.service;
  const { rpcs } = identityRpcs(issuer, () => found);
  const routes = [{ template: '/v1/transactions', token: 'session' }];
  services = [
    await startService('identity', [], [{ definition: before, rpcs }]),
    await startPlainService('ledger', routes, makeRecorder().listener),
  ];
  gateway = await startGateway(services);
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all(services.map((service) => service.stop()));
});

it('calls an identity without leases for each request', async () => {
  await gateway.ready();
  const headers = { Authorization: `Bearer ${await issuer.mint()}` };
  const status = async () => (await gateway.call('GET', '/v1/transactions', { headers })).status;
  expect(await status()).toBe(200);
  found = { ...session, alive: false };
  expect(await status()).toBe(401);
});
