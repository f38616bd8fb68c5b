import { BlockList } from 'node:net';
import { createLog } from '@florin/service';
import { eventually, makeSink, testKeys } from '@florin/testing';
import { expect } from 'vitest';
import type { GatewayConfig } from '../src/config.ts';
import { createGateway, type GatewayLimits } from '../src/gateway.ts';
import type { TestService } from './services.ts';

const quick: Partial<GatewayLimits> = {
  describe: { everyMs: 50, afterErrorMs: 50 },
  signingKeys: { everyMs: 50, gapMs: 20 },
};

/** The real gateway in front of these services. */
export async function startGateway(
  services: readonly TestService[],
  { limits, config }: { limits?: Partial<GatewayLimits>; config?: Partial<GatewayConfig> } = {},
) {
  const sink = makeSink();
  const gateway = await createGateway(
    {
      host: '127.0.0.1',
      port: 0,
      trustsTraceParent: false,
      metrics: { host: '127.0.0.1', port: 0 },
      connectionsMax: 1_000,
      connectionsPerAddressMax: 1_000,
      limitsRates: false,
      tls: undefined,
      proxies: new BlockList(),
      corsOrigins: new Set(),
      publicUrl: 'https://florin.example',
      nats: undefined,
      callKeys: testKeys('identity', 'accounts', 'ledger', 'billing', 'webhooks'),
      services: new Map(services.map(({ name, addresses }) => [name, addresses])),
      ...config,
    },
    createLog('gateway', sink.stream),
    { ...quick, ...limits },
  );
  const url = `${config?.tls ? 'https' : 'http'}://127.0.0.1:${gateway.port}`;
  return {
    ...gateway,
    url,
    logged: sink.logged,
    /** Sends a request and reads the whole response, parsed if it is JSON. */
    async call(method: string, path: string, init: Omit<RequestInit, 'method'> = {}) {
      const response = await fetch(`${url}${path}`, { ...init, method });
      const text = await response.text();
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json') && text;
      return {
        status: response.status,
        headers: response.headers,
        // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came and assert on it.
        body: (isJson ? JSON.parse(text) : text) as any,
      };
    },
    /** Waits until every service has described itself. */
    async ready() {
      await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof startGateway>>;
