import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, BlockList, Socket } from 'node:net';
import { networkOf } from '@florin/contracts';
import { createServer } from '@florin/runtime/http';
import { followConnections, type Logger, listen } from '@florin/service';
import type { Certificate } from './certificate.ts';
import { linger, makePipeline, type RequestHandler, refuseConnections } from './connections.ts';
import { isListed, plainAddress } from './frame.ts';

export interface EdgeServer {
  readonly port: number;
  /** Accepts no new requests and finishes those in flight. */
  stop(): Promise<void>;
}

export interface EdgeLimits {
  /** Open connections; further ones are dropped. */
  readonly connectionsMax: number;
  /** Per address, except proxies; further ones are dropped. */
  readonly connectionsPerAddressMax: number;
  readonly proxies: BlockList;
  /** Time for the headers, and again for the body, of one request. */
  readonly arrivalTimeoutMs: number;
  /** Also the longest that a stop waits for a handshake. */
  readonly handshakeTimeoutMs: number;
}

const HEADER_BYTES_MAX = 16_384;
/** Longer than the 60 s that load balancers usually keep an idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** On stop, idle connections stay open this long for a request already on its way. */
const LAST_REQUEST_MS = 1_000;
/** Time between two log lines about dropped connections. */
const WARN_EVERY_MS = 60_000;
/** How late a connection with a slow request is cut. */
const CHECK_MS_MAX = 5_000;

/** Starts the HTTP server for clients. */
export async function startEdgeServer(
  handle: RequestHandler,
  place: {
    readonly host: string;
    readonly port: number;
    readonly certificate: Certificate | undefined;
  },
  limits: EdgeLimits,
  log: Logger,
): Promise<EdgeServer> {
  const { host, port, certificate } = place;
  const { connectionsMax, connectionsPerAddressMax, proxies, arrivalTimeoutMs } = limits;
  const options = {
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: arrivalTimeoutMs,
    // Above the handler's timer, which answers properly; covers requests the handler never sees.
    requestTimeout: arrivalTimeoutMs + 1_000,
    connectionsCheckingInterval: Math.min(CHECK_MS_MAX, Math.ceil(arrivalTimeoutMs / 3)),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node would answer this without our error body.
    requireHostHeader: false,
  };
  const server = certificate
    ? createTlsServer({
        ...options,
        ...certificate.keys(),
        handshakeTimeout: limits.handshakeTimeoutMs,
        allowHalfOpen: true,
      })
    : createServer(options);
  if ('setSecureContext' in server) certificate?.onRenewed((keys) => server.setSecureContext(keys));
  // A half-closed client may still read; Node would close before the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = connectionsMax;
  limitConnections(server, connectionsPerAddressMax, proxies, log);
  // The size limit bounds their number; a limit on the number would drop headers silently.
  server.maxHeadersCount = 0;
  const pipeline = makePipeline(handle);
  const frame = { headerBytesMax: HEADER_BYTES_MAX, isTls: certificate !== undefined };
  refuseConnections(server, pipeline, frame, log);
  server.on('request', pipeline.handle);
  server.on('checkContinue', pipeline.handle);
  server.on('checkExpectation', pipeline.handle);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    // Node calls destroySoon to close a connection after its last response.
    socket.destroySoon = () => linger(socket);
  });
  const stop = followConnections(server, LAST_REQUEST_MS);
  await listen(server, port, host);
  return { port: (server.address() as AddressInfo).port, stop };
}

/**
 * Drops connections of an IPv4 address, or an IPv6 /64, beyond a limit. Trusted proxies carry many
 * clients, so only the total limit applies to them.
 */
function limitConnections(server: Server, eachMax: number, proxies: BlockList, log: Logger): void {
  /** Bounded by the number of connections. */
  const open = new Map<string, number>();
  let warnedAtMs = Number.NEGATIVE_INFINITY;

  function warn(network: string): void {
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    log.warn(
      { network, connections: eachMax },
      'too many connections from one address were dropped; if it is a load balancer, add it to GATEWAY_TRUSTED_PROXIES',
    );
  }

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isListed(proxies, address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= eachMax) {
      warn(network);
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
