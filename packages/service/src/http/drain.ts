import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** How long the requests in flight have to be answered. */
const DRAIN_MS = 8_000;
/** How long a connection without a request may still bring one. */
const LAST_REQUEST_MS = 250;

/**
 * Follows a server's connections for the day it stops.
 * @returns what stops it: nothing new is taken and what is in flight is finished, each answer
 * telling its client to go elsewhere with the next request.
 */
export function followConnections(server: Server): () => Promise<void> {
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
      // It began before the stop, and so did not say that the connection ends with it.
      if (isStopping && responses?.size === 0) socket.destroySoon();
    });
    if (isStopping) response.setHeader('Connection', 'close');
  }
  server.prependListener('request', follow);
  server.prependListener('checkContinue', follow);

  /** Node's own way would also cut an answer that its client has not read yet. */
  function closeIdle(): void {
    for (const [socket, responses] of open)
      if (responses.size === 0 && !socket.writableEnded) socket.destroy();
  }

  return async () => {
    isStopping = true;
    for (const responses of open.values()) {
      // The last of those that were sent one behind the other closes the connection for all.
      const last = [...responses].at(-1);
      if (last && !last.headersSent) last.setHeader('Connection', 'close');
    }
    // A busy process learns that the time is over before it reads what has arrived meanwhile.
    const sweep = setTimeout(() => setImmediate(closeIdle), LAST_REQUEST_MS);
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await stopListening(server);
    clearTimeout(sweep);
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
