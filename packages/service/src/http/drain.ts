import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** How long the requests in flight have to be answered. */
const DRAIN_MS = 8_000;
/** How long a connection without a request may still bring one, unless it is said. */
const LAST_REQUEST_MS = 250;

/**
 * Follows a server's connections for the day it stops. A client that sends a request just when its
 * idle connection is closed gets no answer (RFC 9112 section 9.6): the longer it may still bring
 * one, the fewer do.
 * @returns what stops it: nothing new is taken and what is in flight is finished, each answer
 * telling its client to go elsewhere with the next request.
 */
export function followConnections(
  server: Server,
  lastRequestMs = LAST_REQUEST_MS,
): () => Promise<void> {
  /** What is not answered yet, by connection: what is never answered is forgotten with it. */
  const open = new Map<Socket, Set<ServerResponse>>();
  let isStopping = false;

  // Requests name the socket that speaks TLS, not the one below it.
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
      // It may have begun before the stop, and so not have said that the connection ends with it.
      if (isStopping) closeLater(socket);
    });
    if (isStopping) response.setHeader('Connection', 'close');
  }
  // A link is closed by those who made it. Without links a listener would keep requests that ask for
  // another protocol from being answered.
  if (server.listenerCount('upgrade') > 0)
    server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(socket));
  server.prependListener('request', follow);
  server.prependListener('checkContinue', follow);

  /**
   * Closes a connection unless a request comes. A busy process learns that the time is over before
   * it reads what has arrived meanwhile. Node's own way would also cut an answer that its client
   * has not read yet.
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
      // The last of those that were sent one behind the other closes the connection for all.
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
 * Resolves when the last connection is closed. An HTTP server's own `close` would end the idle ones
 * at once, and with them a request that is on its way on one of them.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}
