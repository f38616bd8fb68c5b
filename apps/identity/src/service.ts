import { revisionSubject } from '@florin/contracts';
import { openDatabase, recordOperation } from '@florin/database';
import { startRelay } from '@florin/events';
import { startLoop } from '@florin/runtime/loop';
import {
  addLeaseMetrics,
  addOutboxMetrics,
  addPoolMetrics,
  createMetrics,
  followNats,
  type Logger,
  makeReport,
  serve,
} from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { cleanUp } from './clean-up.ts';
import type { IdentityConfig } from './config.ts';
import { makeLoginThrottle, noThrottle } from './login/throttle.ts';
import { startPasswordHasher } from './passwords/hasher.ts';
import { addGatewayWaitMetrics, makeAwaitGateways } from './revocations/await-gateways.ts';
import { identityRoutes } from './routes.ts';
import { identityRpcs } from './rpcs.ts';
import type { IdentityTables } from './schema.ts';
import { openSigningKeys } from './signing-keys/signing-keys.ts';

export interface IdentityService {
  readonly httpPort: number;
  readonly grpcPort: number;
  stop(): Promise<void>;
}

const CLEAN_UP_REST_MS = 60_000;

/** Wires the service and serves it. */
export async function createIdentityService(
  config: IdentityConfig,
  log: Logger,
  now: () => Date = () => new Date(),
): Promise<IdentityService> {
  const onError = makeReport(log);
  const database = openDatabase<IdentityTables>(
    config.database,
    onError('a database connection failed'),
  );
  const { db } = database;
  const passwords = await startPasswordHasher(config.passwords);
  const signingKeys = await openSigningKeys(db, now);
  const metrics = createMetrics();
  const events = followNats(config.nats, 'identity', { metrics, log });
  const deps = {
    db,
    now,
    passwords,
    signingKeys,
    loginThrottle: config.limitsGuessing ? makeLoginThrottle(db, now) : noThrottle,
    awaitGateways: makeAwaitGateways({
      db,
      announce: (revision) => events.publish(revisionSubject, String(revision)),
      measure: addGatewayWaitMetrics(metrics),
    }),
    sessionsMax: config.sessionsMax,
  };
  const relay = startRelay(db, 'identity', events, onError('publishing events failed'));
  const cleaning = startLoop(
    async () => {
      await cleanUp(deps);
      return 'rest';
    },
    { restMs: CLEAN_UP_REST_MS, restAfterErrorMs: CLEAN_UP_REST_MS },
    onError('cleaning up failed'),
  );
  addPoolMetrics(metrics, database);
  addOutboxMetrics(metrics, db);
  addLeaseMetrics(metrics, db, [relay.leaseHolder]);
  const server = await serve(
    {
      name: 'identity',
      events,
      version: manifest.version,
      routes: identityRoutes(deps, config),
      rpcs: [identityRpcs(deps)],
      metrics,
      record: (operation) => recordOperation(db, operation),
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
      await Promise.all([relay.stop(), cleaning.stop(), events.close()]);
      await passwords.stop();
      await database.close();
    },
  };
}
