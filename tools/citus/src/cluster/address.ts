import { connect, createServer, type Socket } from 'node:net';

/** A name of a Postgres that stays while another one takes over behind it, as a load balancer gives. */
export interface Address {
  readonly port: number;
  /** From now on new connections go there; those to the former end. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

export async function openAddress(firstPort: number): Promise<Address> {
  const sockets = new Set<Socket>();
  let target = firstPort;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (client) => {
    const postgres = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [socket, other] of [
      [client, postgres],
      [postgres, client],
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return {
    port: address.port,
    leadTo(port) {
      target = port;
      closeAll();
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      closeAll();
      await closed;
    },
  };
}
