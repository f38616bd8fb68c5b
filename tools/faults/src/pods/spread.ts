import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What stands in front of the gateways: each connection goes to the next one that is ready, and stays there, as
 * kube-proxy has it.
 */
export async function spread(
  port: number,
  addresses: () => readonly string[],
): Promise<{ readonly url: string; close(): void }> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const all = addresses();
    const host = all[turn++ % all.length];
    if (host === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ host, port });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('it listens nowhere');
  return {
    url: `http://127.0.0.1:${own.port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
