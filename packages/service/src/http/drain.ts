import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** Time for answering requests in flight. */
const DRAIN_MS = 8_000;
/** Default time for which an idle connection may still bring a request. */
const LAST_REQUEST_MS = 250;

/**
 * Tracks a server's connections for its stop. Idle ones stay open briefly, since closing one while
 * a request arrives loses that request (RFC 9112, section 9.6).
 * @returns stops the server: refuses new connections, finishes requests and closes connections
 */
export function followConnections(
  server: Server,
  lastRequestMs = LAST_REQUEST_MS,
): () => Promise<void> {
  /** Unanswered responses by connection. A closed connection is forgotten with its responses. */
  const open = new Map<Socket, Set<ServerResponse>>();
  let isStopping = false;

  // Requests refer to the TLS socket, not to the one below.
  const opened = server instanceof TlsServer ? 'secureConnection' : 'connection';
  server.on(opened, (socket: Socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  function follow({ socket }: IncomingMessage, response: ServerResponse): void {
    const responses = open.get(socket);
    responses?.add(response);
    response.once('close', () => {
      responses?.delete(response);
      // The response may have started before the stop, without `Connection: close`.
      if (isStopping) closeLater(socket);
    });
    if (isStopping) response.setHeader('Connection', 'close');
  }
  // Links are closed by their own code. A listener without links would leave requests for other
  // protocols unanswered.
  if (server.listenerCount('upgrade') > 0)
    server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(socket));
  server.prependListener('request', follow);
  server.prependListener('checkContinue', follow);

  /**
   * Closes a connection unless a request arrives. Reads first what has arrived while the process
   * was busy. Node's `closeIdleConnections` would also cut responses that are not read yet.
   */
  function closeLater(socket: Socket): void {
    const close = () => {
      if (open.get(socket)?.size === 0 && !socket.writableEnded) socket.destroy();
    };
    setTimeout(() => setImmediate(close), lastRequestMs).unref();
  }

  return async () => {
    isStopping = true;
    for (const [socket, responses] of open) {
      // The last pipelined response closes the connection for all.
      const last = [...responses].at(-1);
      if (last && !last.headersSent) last.setHeader('Connection', 'close');
      closeLater(socket);
    }
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await stopListening(server);
    clearTimeout(force);
  };
}

/**
 * Resolves when the last connection is closed. `server.close` would close idle connections at once,
 * with requests on their way.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}
