import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { AppError, type DomainEvent } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { toUnavailable } from '@florin/database';
import type { EventConnection } from '@florin/events';
import { type RpcService, rpcService, serveGrpc } from '@florin/grpc';
import {
  type ApiLog,
  makeAnswerLinked,
  type Route,
  toDeclaration,
  toErrorReply,
  toExpress,
  toLinkedAnswer,
  toOpenApi,
} from '@florin/http-api';
import { acceptLinks } from '@florin/link';
import { createServer } from '@florin/runtime/http';
import express from 'express';
import { listen } from '../listen.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import {
  type AnsweredRequest,
  addGrpcMetrics,
  addHttpMetrics,
} from '../metrics/request-metrics.ts';
import { requireMetricsToken } from '../metrics/require-metrics-token.ts';
import { answerScrape } from '../metrics/serve-metrics.ts';
import type { Logger } from '../program/log.ts';
import type { ServiceConfig } from '../settings/config.ts';
import { followConnections } from './drain.ts';

export interface ServedService {
  readonly name: string;
  readonly version: string;
  readonly routes: readonly Route[];
  readonly rpcs: readonly RpcService[];
  readonly metrics: Metrics;
  /** Stores an operation for the audit log that no event records. */
  readonly record: (operation: DomainEvent) => Promise<void>;
  /** Whether gateways may send requests. A service without this check is ready from the start. */
  readonly isReady?: (() => boolean) | undefined;
  readonly events: Pick<EventConnection, 'outage'>;
}

export interface RunningServer {
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Accepts no new requests and finishes those in flight. */
  stop(): Promise<void>;
}

const DRAIN_MS = 8_000;
/**
 * Longer than the gateway keeps a connection, so that the gateway is always the one to close it.
 */
const KEEP_ALIVE_MS = 65_000;
/** Above the gateway's limit, since the assertion repeats the path. */
const HEADERS_BYTES_MAX = 65_536;

/** Serves routes and metrics over HTTP and links, and RPCs, including `Describe`, over gRPC. */
export async function serve(
  { name, version, routes, rpcs, metrics, record, events, isReady = () => true }: ServedService,
  config: Pick<
    ServiceConfig,
    'host' | 'httpPort' | 'grpcPort' | 'acceptKeys' | 'commit' | 'requestLog' | 'metricsToken'
  >,
  log: Logger,
): Promise<RunningServer> {
  const { host, acceptKeys, commit, requestLog = true, metricsToken } = config;
  const app = express().disable('x-powered-by');
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok', service: name });
  });
  // Ready without NATS: events wait in the outbox. The log has the reason of an outage.
  app.get('/readyz', (_request, response) => {
    const nats = events.outage() === undefined ? 'connected' : 'away';
    if (isReady()) response.json({ status: 'ready', nats });
    else response.status(503).json({ status: 'starting', nats });
  });
  app.get(
    '/version',
    requireMetricsToken<express.Response>(metricsToken, (_request, response) => {
      response.json({ name, version, commit });
    }),
  );
  app.get(
    '/metrics',
    requireMetricsToken(metricsToken, (_request, response) => answerScrape(metrics, response)),
  );
  const guarded = routes.map((route) => ({ ...route, handle: translateTrouble(route.handle) }));
  const apiLog = toApiLog(log, requestLog, addHttpMetrics(metrics.registry), record);
  app.use(toExpress(guarded, acceptKeys, apiLog));
  const http = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: HEADERS_BYTES_MAX },
    app,
  );
  const links = acceptLinks(http, {
    acceptKeys,
    serve: makeAnswerLinked(guarded, apiLog),
    toAnswer: (error) => toLinkedAnswer(toErrorReply(error)),
    onBroken: (error) => log.warn({ err: error }, 'a link to a gateway broke'),
  });
  const drainConnections = followConnections(http);
  const drainHttp = () => Promise.all([links.stop(), drainConnections()]);
  await listen(http, config.httpPort, host);

  const grpc = await serveGrpc(
    { host, port: config.grpcPort, acceptKeys },
    [describeRpc(name, version, routes, isReady), ...rpcs].map(translateRpcTrouble),
    (error, { requestId }) => log.error({ err: error, request_id: requestId }, 'rpc failed'),
    addGrpcMetrics(metrics.registry),
  ).catch(async (error: unknown) => {
    await drainHttp().catch(() => {});
    throw error;
  });
  return {
    httpPort: (http.address() as AddressInfo).port,
    grpcPort: grpc.port,
    async stop() {
      await Promise.all([drainHttp(), grpc.stop(DRAIN_MS)]);
    },
  };
}

/** Converts errors of an unavailable database to `unavailable`. */
function translateTrouble<Arguments extends readonly unknown[], Result>(
  work: (...input: Arguments) => Promise<Result>,
): (...input: Arguments) => Promise<Result> {
  return (...input) =>
    work(...input).catch((error: unknown) => {
      throw toUnavailable(error);
    });
}

function translateRpcTrouble({ definition, rpcs }: RpcService): RpcService {
  const translated = Object.entries(rpcs).map(([name, rpc]) => [name, translateTrouble(rpc)]);
  return { definition, rpcs: Object.fromEntries(translated) };
}

function describeRpc(
  name: string,
  version: string,
  routes: readonly Route[],
  isReady: () => boolean,
): RpcService {
  const described = {
    openapi: JSON.stringify(toOpenApi(`Florin ${name}`, version, routes)),
    // proto3 has no null.
    routes: routes.map(toDeclaration).map((route) => ({ ...route, scope: route.scope ?? '' })),
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([name, version, described]))
    .digest('base64url');
  const unchanged = { service: name, version, digest };
  return rpcService(grpcServices.describe.service, {
    // Gateways call this every few seconds, and a document has hundreds of kB.
    async Describe({ knownDigest }) {
      if (!isReady()) throw new AppError('unavailable', `${name} is starting; retry in a moment`);
      return knownDigest === digest ? unchanged : { ...unchanged, ...described };
    },
  });
}

function toApiLog(
  log: Logger,
  requestLog: boolean,
  measure: (request: AnsweredRequest) => void,
  record: ServedService['record'],
): ApiLog {
  return {
    answered({ requestId, ...entry }) {
      const { durationMs, ...named } = entry;
      measure(entry);
      if (!requestLog) return;
      log.info(
        { ...named, duration_ms: Math.round(durationMs), request_id: requestId },
        'answered',
      );
    },
    bug(error, requestId) {
      log.error({ err: error, request_id: requestId }, 'request failed');
    },
    async record(operation) {
      await record(operation).catch((error: unknown) => {
        const lost = { err: error, operation: operation.data.object, ...operation.request };
        log.error(lost, 'an operation could not be recorded for the audit log');
      });
    },
  };
}
