import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A local TCP forwarder. */
export interface Forwarder {
  readonly port: number;
  /** Closes all open connections. */
  closeAll(): void;
  stop(): Promise<void>;
}

/**
 * Forwards connections from a port of 127.0.0.1 to the target that `next` returns at that time,
 * like a TCP load balancer. Without a target, the connection is closed.
 */
export async function forward(
  next: () => { readonly host: string; readonly port: number } | undefined,
): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const place = next();
    if (place === undefined) {
      client.destroy();
      return;
    }
    const onwards = connect({ ...place, noDelay: true });
    for (const [socket, other] of [
      [client, onwards],
      [onwards, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    closeAll,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      closeAll();
      await closed;
    },
  };
}
