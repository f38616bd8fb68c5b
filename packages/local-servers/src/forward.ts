import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address of this machine, from which connections are led on. */
export interface Forwarder {
  readonly port: number;
  /** Ends all connections that there are. */
  closeAll(): void;
  stop(): Promise<void>;
}

/**
 * Listens at a port of 127.0.0.1 and leads each connection to where `next` says at that time, for as long as it
 * lasts, as a load balancer of TCP does. One for which there is no place is ended.
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
