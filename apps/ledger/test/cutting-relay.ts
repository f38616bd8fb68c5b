import { connect, createServer, type Socket } from 'node:net';

/**
 * Where the connection is cut when a COMMIT comes by: before Postgres gets it, once it was handed
 * on, or once Postgres has answered it. `never` keeps the COMMIT back and the connection open, as a
 * process does that was stopped.
 */
export type Cut = 'before' | 'on the way' | 'after' | 'never';

export interface CuttingRelay {
  /** The database's URL by way of the relay. */
  readonly url: string;
  /** Cuts at the next COMMIT; resolves when it did. `thenRefuse` lets no new connection through. */
  cutNextCommit(cut: Cut, thenRefuse?: boolean): Promise<void>;
  /** Cuts all connections now. */
  cutAll(): void;
  /** Lets connections through again. */
  accept(): void;
  stop(): Promise<void>;
}

/** The message of the simple query `commit`, as Postgres's protocol spells it. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

/** What the writer's connections alone send: workers commit as well, at any time. */
const WRITER = Buffer.from('lock-balances\0', 'latin1');
/** What Postgres answers to it. */
const COMMITTED = Buffer.from('COMMIT\0', 'latin1');

/**
 * A relay to the database that cuts connections on demand.
 * @param role Whose commits are cut; everybody's unless it is given.
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
