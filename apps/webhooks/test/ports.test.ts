import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { ownerOf, useWebhooks } from './use-webhooks.ts';

const { webhooks } = useWebhooks({ allowsPrivate: false, ports: new Set([443, 8443]) });

it('accepts endpoints on the allowed ports only', async () => {
  const caller = ownerOf(newId());
  const make = (url: string) =>
    webhooks().call('POST', '/v1/webhook_endpoints', { caller, body: { url } });
  for (const url of [
    'https://example.com/',
    'https://example.com:443/',
    'https://example.com:8443/',
  ])
    expect((await make(url)).status).toBe(201);
  for (const url of [
    'https://example.com:22/',
    'https://example.com:9443/',
    'https://example.com:0/',
  ])
    expect(await make(url)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message: expect.stringContaining('port 443 or 8443') },
    });
});

const needed = {
  WEBHOOKS_HTTP_PORT: '1',
  WEBHOOKS_GRPC_PORT: '1',
  WEBHOOKS_DATABASE_URL: 'postgres://florin_webhooks:x@127.0.0.1/florin',
  WEBHOOKS_ACCEPT_KEYS: `gateway=k1:${Buffer.alloc(32).toString('base64url')}`,
  NATS_URL: 'nats://127.0.0.1:4222',
};

it('reads them if endpoints must be public', () => {
  const read = (set: object) => readConfig({ ...needed, ...set }).ports;
  expect(read({})).toBeUndefined();
  expect(read({ FLORIN_WEBHOOKS_PORTS: '443,8443' })).toEqual(new Set([443, 8443]));
  const inside = { FLORIN_WEBHOOKS_PORTS: '443', FLORIN_WEBHOOKS_ALLOW_PRIVATE: 'on' };
  expect(read(inside)).toBeUndefined();
});

it.each(['https', '443, 8443', '0', '65536', '443,'])('refuses %j', (ports) => {
  expect(() => readConfig({ ...needed, FLORIN_WEBHOOKS_PORTS: ports })).toThrow(
    'FLORIN_WEBHOOKS_PORTS',
  );
});
