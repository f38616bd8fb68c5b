import { openDatabase } from '@florin/database';
import { connectEvents, startRelay } from '@florin/events';
import { type Logger, serve } from '@florin/service-runtime';
import type { IdentityConfig } from './config.ts';
import { makeRpcs } from './grpc/rpcs.ts';
import { makeRoutes } from './http/routes.ts';
import { makeOperations } from './operations/operations.ts';
import { startPasswordHasher } from './passwords/password-hasher.ts';
import type { IdentityTables } from './store/schema.ts';
import { openSigningKeys } from './tokens/signing-keys.ts';
import { VERSION } from './version.ts';

export interface IdentityOverrides {
  readonly now?: () => Date;
}

export interface IdentityService {
  readonly httpPort: number;
  readonly grpcPort: number;
  stop(): Promise<void>;
}

/** Wires the service and serves it. */
export async function createIdentityService(
  config: IdentityConfig,
  log: Logger,
  { now = () => new Date() }: IdentityOverrides = {},
): Promise<IdentityService> {
  const database = openDatabase<IdentityTables>(config.database, (error) =>
    log.warn({ err: error }, 'lost a connection to the database'),
  );
  const { db } = database;
  const passwords = await startPasswordHasher(config.passwords);
  const signingKeys = await openSigningKeys(db, now);
  const operations = makeOperations({ db, passwords, signingKeys, now });
  const events = connectEvents(config.natsUrl, 'identity');
  const relay = startRelay(db, 'identity', events, (error) =>
    log.warn({ err: error }, 'events could not be published'),
  );
  const server = await serve(
    {
      name: 'identity',
      version: VERSION,
      routes: makeRoutes(operations),
      rpcs: [makeRpcs(operations)],
    },
    config,
    log,
  );
  return {
    httpPort: server.httpPort,
    grpcPort: server.grpcPort,
    async stop() {
      await server.stop();
      // Together: closing the connection ends the wait of a relay that has no NATS.
      await Promise.all([relay.stop(), events.close()]);
      await passwords.stop();
      await database.close();
    },
  };
}
