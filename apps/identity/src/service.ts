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
import type { IdentityConfig } from './config.ts';
import { makeRpcs } from './grpc/rpcs.ts';
import { makeRoutes } from './http/routes.ts';
import { addGatewayWaitMetrics } from './metrics.ts';
import { makeAwaitGateways } from './operations/await-gateways.ts';
import { makeGuardGuessing, unguarded } from './operations/guard-guessing.ts';
import { makeOperations, type Operations } from './operations/operations.ts';
import { startPasswordHasher } from './passwords/password-hasher.ts';
import type { IdentityTables } from './store/schema.ts';
import { openSigningKeys } from './tokens/signing-keys.ts';

/** Parts that tests replace, most of them by broken ones to see that they notice. */
export interface IdentityOverrides {
  readonly now?: () => Date;
  readonly startHasher?: typeof startPasswordHasher;
  readonly wrapOperations?: (operations: Operations) => Operations;
}

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
  {
    now = () => new Date(),
    startHasher = startPasswordHasher,
    wrapOperations = (operations) => operations,
  }: IdentityOverrides = {},
): Promise<IdentityService> {
  const onError = makeReport(log);
  const database = openDatabase<IdentityTables>(
    config.database,
    onError('a database connection failed'),
  );
  const { db } = database;
  const passwords = await startHasher(config.passwords);
  const signingKeys = await openSigningKeys(db, now);
  const guardGuessing = config.limitsGuessing ? makeGuardGuessing(db, now) : unguarded;
  const metrics = createMetrics();
  const events = followNats(config.nats, 'identity', { metrics, log });
  const awaitGateways = makeAwaitGateways({
    db,
    pushRevision: (revision) => events.publish(revisionSubject, String(revision)),
    measure: addGatewayWaitMetrics(metrics),
  });
  const operations = wrapOperations(
    makeOperations({
      db,
      passwords,
      signingKeys,
      now,
      guardGuessing,
      awaitGateways,
      sessionsMax: config.sessionsMax,
    }),
  );
  const relay = startRelay(db, 'identity', events, onError('publishing events failed'));
  const cleanUp = startLoop(
    async () => {
      await operations.cleanUp();
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
      routes: makeRoutes(operations, config),
      rpcs: [makeRpcs(operations)],
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
      await Promise.all([relay.stop(), cleanUp.stop(), events.close()]);
      await passwords.stop();
      await database.close();
    },
  };
}
