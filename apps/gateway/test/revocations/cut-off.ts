import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a port that can be cut: nothing passes, and connections stay open. */
export interface Way {
  readonly address: string;
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function openWay(port: number): Promise<Way> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isCut) from.pause();
      else from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('the way has no port');
  return {
    address: `127.0.0.1:${own.port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
