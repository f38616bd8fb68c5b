import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, BlockList, Socket } from 'node:net';
import { followConnections, type Logger, listen } from '@florin/service';
import type { RequestHandler } from './handle-request.ts';
import { limitConnections } from './limit-connections.ts';
import { linger } from './linger.ts';
import { refuseConnections } from './refuse-connections.ts';
import { makeTurns } from './take-turns.ts';

/** A certificate with its chain, and its key, both as PEM. */
export interface TlsKeys {
  readonly cert: string;
  readonly key: string;
}

export interface EdgeServer {
  readonly port: number;
  /** Takes no new requests and finishes the ones in flight. */
  stop(): Promise<void>;
}

export interface EdgeLimits {
  /** Open connections; further ones are dropped. */
  readonly connectionsMax: number;
  /** Of one address, unless it is a proxy's; likewise. */
  readonly connectionsPerAddressMax: number;
  readonly proxies: BlockList;
  /** Time for the headers, and again for the body, of one request. */
  readonly arrivalTimeoutMs: number;
}

const HEADER_BYTES_MAX = 16_384;
/** Also the longest that a stop waits for one. */
const HANDSHAKE_MS_MAX = 5_000;
/** Longer than the 60 s that load balancers usually keep an idle connection. */
const KEEP_ALIVE_MS = 65_000;

/** Starts the HTTP server that faces clients. */
export async function startEdgeServer(
  handle: RequestHandler,
  place: { readonly host: string; readonly port: number; readonly tls: TlsKeys | undefined },
  { connectionsMax, connectionsPerAddressMax, proxies, arrivalTimeoutMs }: EdgeLimits,
  log: Logger,
): Promise<EdgeServer> {
  const { host, port, tls } = place;
  const options = {
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: arrivalTimeoutMs,
    // Behind the handler's own timer, which answers in good order; for what the handler never sees.
    requestTimeout: arrivalTimeoutMs + 1_000,
    connectionsCheckingInterval: Math.min(1_000, arrivalTimeoutMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node would answer this without our error body.
    requireHostHeader: false,
  };
  const server = tls
    ? createTlsServer({
        ...options,
        ...tls,
        handshakeTimeout: HANDSHAKE_MS_MAX,
        allowHalfOpen: true,
      })
    : createServer(options);
  // Whoever has said everything may still listen: Node would hang up before the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = connectionsMax;
  limitConnections(server, connectionsPerAddressMax, proxies, log);
  // The size bounds their number; a number of its own would drop headers unseen.
  server.maxHeadersCount = 0;
  const turns = makeTurns(handle);
  const frame = { headerBytesMax: HEADER_BYTES_MAX, isTls: tls !== undefined };
  refuseConnections(server, turns, frame, log);
  server.on('request', turns.take);
  server.on('checkContinue', turns.take);
  server.on('checkExpectation', turns.take);
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    // By which Node closes a connection after its last answer.
    socket.destroySoon = () => linger(socket);
  });
  const stop = followConnections(server);
  await listen(server, port, host);
  return { port: (server.address() as AddressInfo).port, stop };
}
