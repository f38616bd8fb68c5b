import { listSamples, type Sample, type SampleServer, serveSamples } from '@florin/contract-tests';
import { toPublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIssuer, type Issuer } from './issuer.ts';
import { makeRecorder } from './recorder.ts';
import { startPlainService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const samples = listSamples().filter(
  ({ consumer, release }) => consumer === 'gateway' && release === 'now',
);
const of = (rpc: string) => samples.filter((sample) => sample.rpc === rpc);

/** The secrets hashed in the samples, in their order. */
const secrets = ['a', 'b'].map((letter) => `sk_live_${letter.repeat(43)}`);

const recorder = makeRecorder();
let issuer: Issuer;
let server: SampleServer;
let http: TestService;
let gateway: TestGateway;
beforeAll(async () => {
  issuer = await createIssuer();
  const [keys] = of('ListSigningKeys');
  server = await serveSamples('gateway', { [String(keys?.reply?.jwks)]: issuer.jwks });
  http = await startPlainService('identity', [], recorder.listener);
  const addresses = { grpc: [server.address], http: http.addresses.http };
  gateway = await startGateway([{ ...http, addresses }]);
  await gateway.ready();
});
afterAll(async () => {
  await http.stop();
  await server.stop();
});

const path = `/v1/users/${toPublicId('user', '01970000-0000-7000-8000-000000000001')}`;

async function statusOf(token: string): Promise<number> {
  const answer = await gateway.call('GET', path, { headers: { Authorization: `Bearer ${token}` } });
  return answer.status;
}

const expected = ({ reply }: Sample) => (reply?.alive ? 200 : 401);

it('forwards described routes, with the keys that identity lists', async () => {
  await eventually(async () => {
    for (const call of server.unsent()) expect(call).not.toMatch(/^(Describe|ListSigningKeys) /);
  });
  const { body } = await gateway.call('GET', path);
  expect(body.error).toBe('unauthorized');
});

it.each(of('CheckSession'))('looks up a session as in the sample: $given', async (sample) => {
  const { userId, sessionId } = sample.request as { userId: string; sessionId: string };
  expect(await statusOf(await issuer.mint({ userId, sessionId }))).toBe(expected(sample));
});

it.each(of('CheckApiKey').map((sample, index) => ({ ...sample, index })))(
  'looks up an API key as in the sample: $given',
  async (sample) => {
    expect(await statusOf(secrets[sample.index] ?? '')).toBe(expected(sample));
  },
);

it('renews its lease, ends it on stop, and sends nothing else', async () => {
  await eventually(async () => {
    for (const call of server.unsent()) expect(call).not.toMatch(/^Renew /);
  });
  await gateway.stop();
  expect(server.unmatched()).toEqual([]);
  expect(server.unsent()).toEqual([]);
});
