import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rpcDouble } from '@florin/contract-tests';
import type { ServiceName } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, rpcService, serveGrpc } from '@florin/grpc';
import type { Route } from '@florin/http-api';
import { freePort } from '@florin/local-servers';
import { createLog, createMetrics, listen, serve } from '@florin/service';
import { makeSink, testKeys } from '@florin/testing';
import type { ServiceAddresses } from '../src/config.ts';
import type { DescribeReply } from '../src/routes/accept-description.ts';
import type { ApiKeyReply, SessionReply } from '../src/tokens/authenticate.ts';
import type { Issuer } from './issuer.ts';

export interface TestService {
  readonly name: ServiceName;
  readonly addresses: ServiceAddresses;
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const acceptKeys = testKeys('gateway');

/** Serves a service like a real one. */
export async function startService(
  name: ServiceName,
  routes: readonly Route[],
  rpcs: readonly RpcService[] = [],
  ports?: { readonly httpPort: number; readonly grpcPort: number },
): Promise<TestService> {
  const log = createLog(name, makeSink().stream);
  const server = await serve(
    {
      ...{ name, version: '1.2.3', routes, rpcs, metrics: createMetrics() },
      ...{ record: async () => {}, events: { outage: () => undefined } },
    },
    // Reserved, so that a test can restart the service on the same ports.
    { host, ...(ports ?? { httpPort: await freePort(), grpcPort: await freePort() }), acceptKeys },
    log,
  );
  return {
    name,
    addresses: addressesOf(server.grpcPort, server.httpPort),
    stop: () => server.stop(),
  };
}

/**
 * A service of an older release without links. Announces these routes once `announced`, and
 * responds with a plain listener.
 */
export async function startPlainService(
  name: ServiceName,
  routes: readonly Partial<DescribeReply['routes'][number]>[],
  listener: RequestListener,
  openapi: object = {},
  announced: Promise<unknown> = Promise.resolve(),
): Promise<TestService & { descriptions(): number }> {
  const http = createServer((request, response) => {
    if (request.url === '/link') response.writeHead(404).end();
    else listener(request, response);
  });
  await listen(http, 0, host);
  const full = routes.map((route) => ({
    method: 'GET',
    template: '/',
    token: 'none',
    scope: '',
    timeoutMs: 20_000,
    stream: false,
    ...route,
  }));
  let described = 0;
  const reply = { service: name, version: '1', openapi: JSON.stringify(openapi), routes: full };
  const describe = rpcService(grpcServices.describe.service, {
    Describe: async () => {
      await announced;
      described += 1;
      return reply;
    },
  });
  const grpc = await serveGrpc({ host, port: 0, acceptKeys }, [describe], () => {});
  return {
    name,
    addresses: addressesOf(grpc.port, (http.address() as AddressInfo).port),
    descriptions: () => described,
    async stop() {
      http.closeAllConnections();
      await Promise.all([new Promise((done) => http.close(done)), grpc.stop(100)]);
    },
  };
}

/** Replies of identity that must not be cached. */
const uncached = { revision: '0', goodForMs: '0' };

/** Fields of identity's replies that a test sets. */
export type CheckResult<State> = Omit<State, 'revision' | 'goodForMs' | 'keyId'>;

const deadKey = { alive: false, accountId: '', scopes: [], readOnly: false };

/** The RPCs of identity that the gateway calls. */
export function identityRpcs(
  issuer: Issuer,
  findSession: () => CheckResult<SessionReply>,
  findKey: (secretHash: string) => CheckResult<ApiKeyReply> = () => deadKey,
  leaseMs = 3_000,
): RpcService {
  return rpcDouble(grpcServices.identity.service, {
    CheckSession: async () => ({ ...findSession(), ...uncached }),
    CheckApiKey: async ({ secretHash }) => {
      const { scopes, ...key } = findKey(secretHash);
      return { ...key, ...uncached, scopes: [...scopes], keyId: '' };
    },
    Renew: async () => ({ revision: '0', revocations: [], leaseMs: String(leaseMs), gateways: 1 }),
    EndLease: async () => ({}),
    ListSigningKeys: async () => ({ jwks: issuer.jwks }),
  });
}

function addressesOf(grpcPort: number, httpPort: number): ServiceAddresses {
  return { grpc: [`${host}:${grpcPort}`], http: [`http://${host}:${httpPort}`] };
}
