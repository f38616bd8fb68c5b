import { Agent, type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { RequestHandler } from 'http-proxy-middleware';
import type { Headers } from './headers.ts';

/** Below the services' 65 s, so that no request meets a closing connection. */
const IDLE_MS = 30_000;
const CONNECT_MS = 1_000;
/** Services write to a stream at least every 15 s. */
const SILENT_STREAM_MS = 60_000;
const CONNECTIONS_MAX = 128;

/** A request to a replica, with the headers that the replica receives. */
export interface ProxiedRequest {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Streams have their own connections, since each one occupies a connection while it lasts. */
  readonly isStream: boolean;
  /** Cuts the request, and the response that it may have begun. */
  readonly signal: AbortSignal;
}

export interface HttpProxy {
  /** Resolves when the headers of the response have arrived; rejects if they never do. */
  send(proxied: ProxiedRequest): Promise<IncomingMessage>;
  destroy(): void;
}

/** HTTP to the replicas of all services: for streams, and for requests without a link. */
export function makeHttpProxy(): HttpProxy {
  const agents = {
    requests: new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: CONNECTIONS_MAX }),
    streams: new Agent({ keepAlive: true, timeout: IDLE_MS }),
  };
  let loading: Promise<Record<keyof typeof agents, RequestHandler>> | undefined;

  return {
    async send(proxied) {
      // With links only streams need it, so it is loaded on demand.
      loading ??= loadMiddlewares(agents);
      const { requests, streams } = await loading;
      return new Promise((resolve, reject) => {
        const attempt = new Attempt(proxied, resolve, reject);
        const request = attempt as unknown as IncomingMessage;
        // The response to the client begins once a replica has answered: this one is never sent.
        const unsent = new ServerResponse(request);
        void (proxied.isStream ? streams : requests)(request, unsent, reject);
      });
    },
    destroy() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The part of an incoming message that http-proxy-middleware reads, and who awaits the response. */
class Attempt extends Readable {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly proxied: ProxiedRequest;
  readonly resolve: (response: IncomingMessage) => void;
  readonly reject: (error: Error) => void;

  constructor(
    proxied: ProxiedRequest,
    resolve: (response: IncomingMessage) => void,
    reject: (error: Error) => void,
  ) {
    super({ read: () => {} });
    const { path, method, headers, body } = proxied;
    this.url = path;
    this.method = method;
    // A copy, since the middleware adds to it.
    this.headers = { ...headers, ...(body.length > 0 && { 'content-length': `${body.length}` }) };
    this.proxied = proxied;
    this.resolve = resolve;
    this.reject = reject;
    if (body.length > 0) this.push(body);
    this.push(null);
  }
}

async function loadMiddlewares({ requests, streams }: Record<'requests' | 'streams', Agent>) {
  const { createProxyMiddleware } = await import('http-proxy-middleware');
  const make = (agent: Agent) =>
    createProxyMiddleware({
      router: (request) => attemptOf(request).proxied.origin,
      agent,
      changeOrigin: true,
      selfHandleResponse: true,
      on: {
        proxyReq: (sent, request) => limitTimes(sent, attemptOf(request).proxied),
        proxyRes: (response, request) => attemptOf(request).resolve(response),
        error: (error, request) => attemptOf(request).reject(error),
        econnreset: (error, request) => attemptOf(request).reject(error),
      },
    });
  return { requests: make(requests), streams: make(streams) };
}

const attemptOf = (request: IncomingMessage) => request as unknown as Attempt;

function limitTimes(sent: ClientRequest, { signal, isStream }: ProxiedRequest): void {
  const cut = () => sent.destroy(new Error('the replica took too long'));
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  sent.once('close', () => signal.removeEventListener('abort', cut));
  if (isStream) sent.setTimeout(SILENT_STREAM_MS, cut);
  const { socket } = sent;
  if (!socket?.connecting) return;
  const unreachable = Object.assign(new Error('no connection in time'), { syscall: 'connect' });
  const timer = setTimeout(() => sent.destroy(unreachable), CONNECT_MS);
  socket.once('connect', () => clearTimeout(timer));
  socket.once('close', () => clearTimeout(timer));
}
