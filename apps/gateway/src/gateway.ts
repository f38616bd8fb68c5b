import { asyncApiDocument, readEventExamples } from '@florin/contracts/asyncapi';
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
import { findDocsPage } from './docs/docs-pages.ts';
import { makeShowReadiness, showAlive, showStatus } from './health.ts';
import { showHome } from './home/home-page.ts';
import { makeCostlyQueue } from './limits/costly-queue.ts';
import {
  costlyAllowance,
  makeCountRequest,
  makeRateLimits,
  unlimited,
  usualAllowance,
} from './limits/rate-limits.ts';
import type { Allowance } from './limits/token-bucket.ts';
import { makeBodyMemory } from './requests/body.ts';
import { addCertificateMetric, followCertificate } from './requests/certificate.ts';
import { handleRequest, type OwnPage } from './requests/handle.ts';
import { startEdgeServer } from './requests/server.ts';
import { type DescribeTiming, startCatalogue } from './routes/catalogue.ts';
import type { SigningKeysTiming } from './tokens/signing-keys.ts';
import { startTokenCheck } from './tokens/token-check.ts';
import { makeForwarder } from './upstreams/forward.ts';
import { addLinkMetrics } from './upstreams/links.ts';

export interface Gateway extends Running {
  readonly port: number;
  readonly metricsPort: number;
}

/** Intervals, timeouts and rate limits. */
export interface GatewayLimits {
  readonly describe: DescribeTiming;
  readonly signingKeys: SigningKeysTiming;
  readonly arrivalTimeoutMs: number;
  readonly handshakeTimeoutMs: number;
  /** Time until a service must begin a stream. */
  readonly streamBeginMs: number;
  readonly allowance: Allowance;
}

const SELF = 'gateway';
const MIB = 1_048_576;
const usualLimits: GatewayLimits = {
  describe: { everyMs: 10_000, afterErrorMs: 100 },
  signingKeys: { everyMs: 5_000, gapMs: 100 },
  arrivalTimeoutMs: 15_000,
  handshakeTimeoutMs: 5_000,
  streamBeginMs: 5_000,
  allowance: usualAllowance,
};

/** Wires and starts the gateway. Services may start later: it keeps polling them. */
export async function createGateway(
  config: GatewayConfig,
  log: Logger,
  limits: Partial<GatewayLimits> = {},
): Promise<Gateway> {
  const { describe, signingKeys, allowance, ...times } = { ...usualLimits, ...limits };
  const { callKeys, publicUrl, commit, requestLog = true } = config;
  const { version } = manifest;
  const clients = [...config.services].map(([callee, { grpc: addresses }]) => ({
    self: SELF,
    callee,
    addresses,
    callKeys,
  }));
  const metrics = createMetrics();
  const events =
    config.nats === undefined ? noEvents(log) : followNats(config.nats, SELF, { metrics, log });
  const catalogue = startCatalogue(clients, { version, publicUrl }, describe, log);
  const identity = clients.find(({ callee }) => callee === 'identity');
  const tokens = startTokenCheck(identity, { signingKeys, events, metrics }, log);
  const urls = new Map([...config.services].map(([service, { http }]) => [service, http]));
  const { ledgerShards: shards, fillsLedgers: fills = true } = config;
  const forwarder = makeForwarder(urls, callKeys, log, { shards, fills });
  addLinkMetrics(metrics, forwarder);

  const health = {
    version,
    services: catalogue.services,
    keys: tokens.keys,
    lease: tokens.lease,
    events,
  };
  const findFixed = fixedPages([
    ['/', (request) => showHome(request, version)],
    ['/healthz', () => showAlive(version)],
    ['/readyz', makeShowReadiness(health)],
    ['/version', () => ({ status: 200, body: { name: 'gateway', version, commit } })],
    ['/status', () => showStatus(health)],
    ['/v1/openapi.json', () => ({ status: 200, body: catalogue.openApi() })],
    ['/v1/asyncapi.json', showEvents(version, publicUrl)],
  ]);
  const findDocs = findDocsPage(catalogue.openApi, publicUrl);
  const countBy = (each: Allowance) =>
    makeCountRequest(
      config.limitsRates ? makeRateLimits(each, () => tokens.lease?.gateways() ?? 1) : unlimited,
    );
  const handle = handleRequest({
    findOwnPage: (path) => findFixed(path) ?? findDocs(path),
    routes: catalogue,
    authenticate: tokens.authenticate,
    guardStream: tokens.guardStream,
    countRequest: countBy(allowance),
    countCostly: countBy(costlyAllowance),
    queueCostly: makeCostlyQueue(),
    bodies: {
      token: makeBodyMemory({ bytesMax: 256 * MIB, bytesMaxEach: 16 * MIB }),
      address: makeBodyMemory({ bytesMax: 64 * MIB, bytesMaxEach: 4 * MIB }),
    },
    proxies: config.proxies,
    corsOrigins: config.corsOrigins,
    isTls: config.tls !== undefined,
    forward: forwarder.forward,
    bodyTimeoutMs: times.arrivalTimeoutMs,
    streamBeginMs: times.streamBeginMs,
    trustsTraceParent: config.trustsTraceParent,
    requestLog,
    measure: addHttpMetrics(metrics.registry),
    log,
  });
  const certificate = config.tls && followCertificate(config.tls, log);
  addCertificateMetric(metrics.registry, certificate);
  const parts: Running[] = [catalogue, tokens, forwarder, ...(certificate ? [certificate] : [])];
  const stopParts = () => Promise.all([...parts.map((part) => part.stop()), events?.close()]);
  try {
    const scrapes = await serveMetrics(metrics, config.metrics);
    parts.push(scrapes);
    log.info({ port: scrapes.port }, 'serving metrics');
    const server = await startEdgeServer(
      handle,
      { ...config, certificate },
      { ...config, ...times },
      log,
    );
    return {
      port: server.port,
      metricsPort: scrapes.port,
      async stop() {
        // Streams never end by themselves; clients reconnect with Last-Event-ID.
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

/** The AsyncAPI document of all events, built on its first request. */
function showEvents(version: string, publicUrl: string | undefined): OwnPage['show'] {
  let body: object | undefined;
  return () => {
    body ??= asyncApiDocument({ version, publicUrl }, readEventExamples());
    return { status: 200, body };
  };
}

/** Pages whose metrics label is their path. */
function fixedPages(pages: readonly (readonly [string, OwnPage['show']])[]) {
  const byPath = new Map(pages.map(([path, show]) => [path, { template: path, show }]));
  return (path: string): OwnPage | undefined => byPath.get(path);
}

function noEvents(log: Logger): undefined {
  log.warn('GATEWAY_NATS_URL is not set; revocations take up to a second longer');
}
