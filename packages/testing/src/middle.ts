import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a caller and a local server. */
export interface Middle {
  readonly port: number;
  /** Closes all connections; new ones are accepted. */
  cut(): void;
  stop(): void;
}

/**
 * Forwards connections to this port of 127.0.0.1.
 * @param change transforms data to the server; undefined drops it
 * @param changeBack the same for data from the server
 */
export async function startMiddle(
  port: number,
  change: (bytes: Buffer) => Buffer | undefined,
  changeBack: typeof change = (bytes) => bytes,
): Promise<Middle> {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('data', (bytes: Buffer) => {
      const passed = change(bytes);
      if (passed) far.write(passed);
    });
    far.on('data', (bytes: Buffer) => {
      const passed = changeBack(bytes);
      if (passed) near.write(passed);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    stop() {
      cut();
      server.close();
    },
  };
}
