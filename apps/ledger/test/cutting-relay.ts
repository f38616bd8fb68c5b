import { connect, createServer, type Socket } from 'node:net';

/**
 * Where to cut the connection at a COMMIT: before it is sent, before its response, or after it.
 * `never` delays the COMMIT and keeps the connection open, like a stopped process.
 */
export type Cut = 'before' | 'on the way' | 'after' | 'never';

export interface CuttingRelay {
  /** The database's URL through the relay. */
  readonly url: string;
  /** Cuts at the next COMMIT and resolves then. `thenRefuse` refuses new connections. */
  cutNextCommit(cut: Cut, thenRefuse?: boolean): Promise<void>;
  /** Cuts all connections now. */
  cutAll(): void;
  /** Accepts connections again. */
  accept(): void;
  stop(): Promise<void>;
}

/** The simple query `commit` in Postgres's protocol. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

/** Only the writer's connections send this; workers also commit at any time. */
const WRITER = Buffer.from('lock-balances\0', 'latin1');
/** Postgres's response to it. */
const COMMITTED = Buffer.from('COMMIT\0', 'latin1');

/**
 * A relay to the database that cuts connections on demand.
 * @param role role whose commits are cut; all roles by default.
 */
export async function startCuttingRelay(databaseUrl: string, role = ''): Promise<CuttingRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isRefusing = false;
  let armed: { cut: Cut; thenRefuse: boolean; done: () => void } | undefined;

  const server = createServer((client) => {
    if (isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    const both = [client, database];
    const cut = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    // The first message of a connection names its role.
    let isMeant = role === '';
    client.once('data', (bytes) => {
      isMeant ||= bytes.includes(`user\0${role}\0`);
    });
    database.on('data', (bytes) => client.write(bytes));
    let isWriter = false;
    client.on('data', (bytes) => {
      isWriter ||= bytes.includes(WRITER);
      const order = isMeant && isWriter && bytes.includes(COMMIT) ? armed : undefined;
      if (!order) {
        database.write(bytes);
        return;
      }
      armed = undefined;
      isRefusing = order.thenRefuse;
      const cutNow = () => {
        cut();
        order.done();
      };
      if (order.cut === 'never') order.done();
      else if (order.cut === 'before') cutNow();
      else {
        database.removeAllListeners('data');
        database.write(bytes, () => order.cut === 'on the way' && cutNow());
        database.on('data', (answer) => answer.includes(COMMITTED) && cutNow());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');

  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: `${address.port}` })
      .href,
    cutNextCommit(cut, thenRefuse = false) {
      return new Promise((done) => {
        armed = { cut, thenRefuse, done };
      });
    },
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
    accept() {
      isRefusing = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
