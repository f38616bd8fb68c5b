import type { ServiceName } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { defineRoute } from '@florin/http-api';
import { freePort } from '@florin/local-servers';
import {
  createDatabase,
  type Environment,
  keysText,
  natsUrl,
  type Program,
  peerAt,
  runProgram,
  startProgram,
} from '@florin/testing';
import { z } from 'zod';
import type { ServiceAddresses } from '../../src/config.ts';
import { startPlainService, startService } from '../services.ts';
import { startGateway } from '../start-gateway.ts';
import { openWay } from './cut-off.ts';

const sourceOf = (app: string) => new URL(`../../../${app}/src/main.ts`, import.meta.url);

/** Responds with the asserted caller. */
const echo = (method: 'GET' | 'POST') =>
  defineRoute({
    method,
    path: '/v1/transactions',
    operationId: 'echo',
    summary: 'Echo',
    token: 'session_or_key',
    scope: method === 'GET' ? 'transactions:read' : 'transactions:write',
    replies: { 200: z.object({}) },
    errors: ['unauthorized', 'forbidden'],
    handle: async ({ caller }) => ({ status: 200, body: { caller } }),
  });

/** A real identity, a ledger that responds with its caller, and streams. */
export async function startSystem() {
  const database = await createDatabase();
  const identity = await makeIdentity(database.adminUrl);
  await identity.start();
  const says = new Set<() => void>();
  const template = '/v1/events/stream';
  const streaming = [{ template, token: 'session_or_key', stream: true, timeoutMs: 0 }];
  const webhooks = await startPlainService('webhooks', streaming, (_request, response) => {
    const say = () => response.write('data: x\n\n');
    say();
    says.add(say);
    response.once('close', () => says.delete(say));
  });
  const ledger = await startService('ledger', [echo('GET'), echo('POST')]);
  const way = await openWay(identity.grpcPort);
  const client = makeClient(
    grpcServices.identity,
    peerAt('accounts', 'identity', identity.grpcPort),
  );
  const services: [ServiceName, ServiceAddresses][] = [
    ['ledger', ledger.addresses],
    ['webhooks', webhooks.addresses],
  ];

  return {
    identity,
    client,
    /** A proxy between identity and the gateways started with `byWay`. */
    way,
    /** Sends a chunk on every open stream. */
    speak: () => {
      for (const say of says) say();
    },
    /** A gateway in this process. */
    async startGateway(how: {
      readonly byWay?: boolean;
      readonly usesNats?: boolean;
      /** A start function with replaced modules, for a control. */
      readonly start?: typeof startGateway;
    }) {
      const { byWay = false, usesNats = true, start = startGateway } = how;
      const grpc = byWay ? way.address : `127.0.0.1:${identity.grpcPort}`;
      const addresses = { grpc: [grpc], http: [`http://127.0.0.1:${identity.httpPort}`] };
      const all = [...services, ['identity', addresses] as const];
      const config = { services: new Map(all), nats: usesNats ? { url: natsUrl() } : undefined };
      return start([], { config });
    },
    /** A gateway as a separate process. */
    async startGatewayProcess(): Promise<Program & { readonly url: string }> {
      const port = await freePort();
      const program = await startProgram(sourceOf('gateway'), [], {
        GATEWAY_PORT: String(port),
        GATEWAY_METRICS_PORT: '0',
        GATEWAY_CALL_KEYS: keysText('identity', 'ledger', 'webhooks'),
        FLORIN_RATE_LIMITS: 'off',
        NATS_URL: natsUrl(),
        IDENTITY_GRPC_ADDRESSES: `127.0.0.1:${identity.grpcPort}`,
        IDENTITY_HTTP_URLS: `http://127.0.0.1:${identity.httpPort}`,
        ...Object.fromEntries(
          services.flatMap(([name, { grpc, http }]) => [
            [`${name.toUpperCase()}_GRPC_ADDRESSES`, grpc.join(',')],
            [`${name.toUpperCase()}_HTTP_URLS`, http.join(',')],
          ]),
        ),
      });
      return { ...program, url: `http://127.0.0.1:${port}` };
    },
    async stop() {
      client.close();
      await Promise.all([identity.kill(), way.stop(), ledger.stop(), webhooks.stop()]);
      await database.drop();
    },
  };
}

export type System = Awaited<ReturnType<typeof startSystem>>;

async function makeIdentity(adminUrl: string) {
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  // Roles belong to the whole server, so all tests use the same passwords.
  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(adminUrl), { username, password }).href;
  const env: Environment = {
    IDENTITY_HTTP_PORT: String(httpPort),
    IDENTITY_GRPC_PORT: String(grpcPort),
    IDENTITY_PROVISION_DATABASE_URL: adminUrl,
    IDENTITY_PROVISION_NATS_URL: natsUrl(),
    IDENTITY_MIGRATION_DATABASE_URL: urlOf('florin_identity_owner', 'owner'),
    IDENTITY_DATABASE_URL: urlOf('florin_identity', 'app'),
    IDENTITY_DATABASE_POOL_SIZE_MAX: '5',
    IDENTITY_ACCEPT_KEYS: keysText('gateway', 'accounts'),
    IDENTITY_PASSWORD_COST: '4',
    IDENTITY_PASSWORD_THREADS: '1',
    NATS_URL: natsUrl(),
  };
  for (const command of ['provision', 'migrate'])
    await runProgram(sourceOf('identity'), [command], env);
  let program: Program | undefined;
  return {
    httpPort,
    grpcPort,
    async start() {
      program = await startProgram(sourceOf('identity'), [], env);
    },
    async kill() {
      await program?.kill();
    },
  };
}
