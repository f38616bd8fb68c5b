import {
  addHttpMetrics,
  createMetrics,
  followNats,
  type Logger,
  type Running,
  serveMetrics,
} from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import type { GatewayConfig } from './config.ts';
import { docsPages } from './docs/docs-pages.ts';
import { makeShowReadiness, showAlive, showStatus } from './health.ts';
import { showHome } from './home/home-page.ts';
import { makeBodyMemory } from './limits/body-memory.ts';
import { makeCostlyTurns } from './limits/costly-turns.ts';
import { makeCountCaller } from './limits/count-caller.ts';
import {
  costlyAllowance,
  makeRateLimits,
  unlimited,
  usualAllowance,
} from './limits/rate-limits.ts';
import type { Allowance } from './limits/token-bucket.ts';
import { makeClientAddress } from './requests/client-address.ts';
import { startEdgeServer } from './requests/edge-server.ts';
import { makeRequestHandler, type OwnPage } from './requests/handle-request.ts';
import { startCatalogue } from './routes/catalogue.ts';
import type { DescribeTiming } from './routes/describe.ts';
import type { Authenticate } from './tokens/authenticate.ts';
import { startTokenCheck } from './tokens/check-tokens.ts';
import { makeRevocations, type Revocations } from './tokens/revocations.ts';
import type { SigningKeysTiming } from './tokens/signing-keys.ts';
import { type Forwarder, makeForwarder } from './upstreams/forward.ts';

export interface Gateway extends Running {
  readonly port: number;
  readonly metricsPort: number;
}

/** What tests shorten or break, and what a benchmark leaves out to see what it costs. */
export interface GatewayOverrides {
  readonly authenticate?: Authenticate;
  readonly describe?: DescribeTiming;
  readonly signingKeys?: SigningKeysTiming;
  readonly arrivalTimeoutMs?: number;
  readonly allowance?: Allowance;
  /** A control takes the check away, to see that its test notices. */
  readonly revocations?: Revocations;
  readonly wrapForward?: (forward: Forwarder['forward']) => Forwarder['forward'];
}

const SELF = 'gateway';
const MIB = 1_048_576;

/** Wires the gateway and lets it listen. It needs nobody to be there: it catches up with them. */
export async function createGateway(
  config: GatewayConfig,
  log: Logger,
  {
    describe = { everyMs: 5_000, afterErrorMs: 100 },
    signingKeys = { everyMs: 5_000, gapMs: 100 },
    arrivalTimeoutMs = 15_000,
    allowance = usualAllowance,
    authenticate,
    revocations = makeRevocations(),
    wrapForward = (forward) => forward,
  }: GatewayOverrides = {},
): Promise<Gateway> {
  const { callKeys, publicUrl, commit, requestLog = true } = config;
  const { version } = manifest;
  const clients = [...config.services].map(([callee, { grpc: addresses }]) => ({
    self: SELF,
    callee,
    addresses,
    callKeys,
  }));
  const catalogue = startCatalogue(clients, { version, publicUrl }, describe, log);
  const identity = clients.find(({ callee }) => callee === 'identity');
  const metrics = createMetrics();
  const events =
    config.nats === undefined ? noEvents(log) : followNats(config.nats, SELF, { metrics, log });
  const tokens = startTokenCheck(identity, { signingKeys, revocations, events, metrics }, log);
  const urls = new Map([...config.services].map(([service, { http }]) => [service, http]));
  const forwarder = makeForwarder(urls, callKeys, log);

  const health = {
    version,
    services: catalogue.services,
    keys: tokens.keys,
    lease: tokens.lease,
    events,
  };
  const countBy = (each: Allowance) =>
    makeCountCaller(
      config.limitsRates ? makeRateLimits(each, () => tokens.lease?.gateways() ?? 1) : unlimited,
    );
  const handle = makeRequestHandler({
    ownPages: new Map<string, OwnPage>([
      ['/', (request) => showHome(request, version)],
      ['/healthz', () => showAlive(version)],
      ['/readyz', makeShowReadiness(health)],
      ['/version', () => ({ status: 200, body: { name: 'gateway', version, commit } })],
      ['/status', () => showStatus(health)],
      ['/v1/openapi.json', () => ({ status: 200, body: catalogue.openApi() })],
      ...docsPages(catalogue.openApi),
    ]),
    table: catalogue.table,
    isAwaited: catalogue.isAwaited,
    authenticate: authenticate ?? tokens.authenticate,
    guardStream: tokens.guardStream,
    countCaller: countBy(allowance),
    countCostly: countBy(costlyAllowance),
    takeCostlyTurn: makeCostlyTurns(),
    bodies: {
      token: makeBodyMemory({ bytesMax: 256 * MIB, bytesMaxEach: 16 * MIB }),
      address: makeBodyMemory({ bytesMax: 64 * MIB, bytesMaxEach: 4 * MIB }),
    },
    addressOf: makeClientAddress(config.proxies),
    corsOrigins: config.corsOrigins,
    isTls: config.tls !== undefined,
    forward: wrapForward(forwarder.forward),
    bodyTimeoutMs: arrivalTimeoutMs,
    trustsTraceParent: config.trustsTraceParent,
    requestLog,
    measure: addHttpMetrics(metrics.registry),
    log,
  });
  const parts: Running[] = [catalogue, tokens, forwarder];
  const stopParts = () => Promise.all([...parts.map((part) => part.stop()), events?.close()]);
  try {
    const scrapes = await serveMetrics(metrics, config.metrics);
    parts.push(scrapes);
    log.info({ port: scrapes.port }, 'metrics are served');
    const server = await startEdgeServer(handle, config, { ...config, arrivalTimeoutMs }, log);
    return {
      port: server.port,
      metricsPort: scrapes.port,
      async stop() {
        // Streams have no end of their own; their clients come back with Last-Event-ID.
        forwarder.cutStreams();
        await server.stop();
        await stopParts();
      },
    };
  } catch (error) {
    await stopParts().catch(() => {});
    throw error;
  }
}

function noEvents(log: Logger): undefined {
  log.warn('GATEWAY_NATS_URL is not set: who revokes something waits up to a second longer');
}
