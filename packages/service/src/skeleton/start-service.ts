import type { DomainEvent } from '@florin/contracts';
import {
  type LeaseTables,
  openDatabase,
  openReads,
  recordOperation,
  withTables,
} from '@florin/database';
import { type RunningServer, serve } from '../http/serve.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { addPoolMetrics } from '../metrics/database-metrics.ts';
import { addReadMetrics } from '../metrics/read-metrics.ts';
import type { Logger } from '../program/log.ts';
import { makeReport } from '../program/report.ts';
import type { ServiceConfig } from '../settings/config.ts';
import { spreadRoutes } from '../standbys/spread-routes.ts';
import { makeSystem } from '../system/system.ts';
import { startBackground } from './background.ts';
import { checkConnections } from './check-connections.ts';
import { makeCommits } from './commits.ts';
import type { ServiceDefinition } from './define-service.ts';
import { followNats } from './follow-nats.ts';
import { makeStopSteps, type StopSteps } from './stop-steps.ts';

/**
 * Starts a service: opens its database and NATS connection, creates its parts, starts background
 * work, and serves.
 * @throws the first error, after closing everything that was opened
 */
export async function startService<Config extends ServiceConfig, Tables extends LeaseTables>(
  definition: ServiceDefinition<Config, Tables>,
  config: Config,
  log: Logger,
): Promise<RunningServer> {
  const steps = makeStopSteps(log);
  try {
    return { ...(await open(definition, config, log, steps)), stop: steps.run };
  } catch (error) {
    await steps.run().catch(() => {}); // The original error says more.
    throw error;
  }
}

async function open<Config extends ServiceConfig, Tables extends LeaseTables>(
  definition: ServiceDefinition<Config, Tables>,
  config: Config,
  log: Logger,
  steps: StopSteps,
): Promise<RunningServer> {
  const { name, version, connectionsReserved = 0, makeParts } = definition;
  const report = makeReport(log);
  const metrics = createMetrics();
  const commits = makeCommits();
  const poolSizeMax = Math.max(1, config.database.poolSizeMax - connectionsReserved);
  const { db, pool, close } = openDatabase<Tables>(
    { ...config.database, poolSizeMax },
    report('a database connection failed'),
    { onCommit: commits.note },
  );
  steps.add('database', close);
  // An unreachable Postgres is reported by the work that needs it.
  if (!config.database.isPooled)
    void checkConnections(pool, config.database.poolSizeMax, log).catch(() => {});
  const readsMeter = addReadMetrics(metrics);
  const reads =
    config.standbys &&
    openReads(
      pool,
      { ...config.database, poolSizeMax },
      config.standbys,
      report('a connection to a standby failed'),
      readsMeter,
    );
  if (reads) steps.add('resources', reads.stop);
  const events = followNats(config.nats, name, { metrics, log });
  steps.add('work', events.close);
  const onStop = (stop: () => unknown) => steps.add('work', stop);
  const onClose = (closeIt: () => unknown) => steps.add('resources', closeIt);
  const system = makeSystem(
    { name, version, commit: config.commit, features: definition.featuresOf?.(config) ?? {} },
    events,
  );
  const own = { events, metrics, log, report, commits, onStop };
  const parts = await makeParts({ ...own, config, db, system, onClose });

  addPoolMetrics(metrics, { pool }, ...(parts.databases ?? []));
  for (const { release } of parts.leases ?? []) onClose(release);
  const leaseDb = withTables<LeaseTables, Tables>(db);
  system.follow(startBackground(parts, { ...own, name, db: leaseDb }));

  const { rpcs = [], isReady, endStreams } = parts;
  const routes = spreadRoutes(name, reads, parts.routes);
  const record =
    'outbox' in parts
      ? (parts.record ?? ((operation: DomainEvent) => recordOperation(parts.outbox, operation)))
      : parts.record;
  const server = await serve(
    { name, version, routes, rpcs, metrics, record, events, isReady },
    config,
    log,
  );
  if (endStreams) steps.add('requests', endStreams);
  steps.add('requests', server.stop);
  return server;
}
