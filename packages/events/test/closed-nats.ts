import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PeerName, publisherNames } from '@florin/contracts';
import { freePort, spawnNats } from '@florin/local-servers';
import { connect, type NatsConnection } from 'nats';
import { NATS_ADMIN, natsUsers } from '../src/connection/rights.ts';
import { provisionStreams } from '../src/connection/streams.ts';

/** Long enough to differ from a wrong password only at its end. */
const passwordOf = (user: string) => `1:${user}/${'p'.repeat(32)}`;

/** A NATS with one user per app and streams created by the administrator. */
export async function startClosedNats() {
  const directory = await mkdtemp(join(tmpdir(), 'florin-events-'));
  const port = await freePort();
  const place = { storeDir: join(directory, 'nats'), port, users: natsUsers(passwordOf) };
  let server = await spawnNats(place);
  const urlOf = (user: PeerName | typeof NATS_ADMIN, password = passwordOf(user)) =>
    `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  await provisionStreams({ url: urlOf(NATS_ADMIN) }, publisherNames);
  const opened: NatsConnection[] = [];
  return {
    port,
    urlOf,
    adminUrl: urlOf(NATS_ADMIN),
    /** A raw client connection, for requests that Florin's code never makes. */
    async dial(user: PeerName | typeof NATS_ADMIN): Promise<NatsConnection> {
      const connection = await connect({
        servers: `127.0.0.1:${port}`,
        user,
        pass: passwordOf(user),
        inboxPrefix: `_INBOX_${user}`,
      });
      opened.push(connection);
      return connection;
    },
    /** Restarts it, optionally with other users. */
    async restart(users = place.users) {
      await server.stop();
      server = await spawnNats({ ...place, users });
    },
    async stop() {
      await Promise.all(opened.map((connection) => connection.close()));
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
