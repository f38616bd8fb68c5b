import { type DomainEvent, publisherNames } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { startConsumer } from '@florin/events';
import { startLoop } from '@florin/runtime/loop';
import {
  addBacklogMetrics,
  addDeadLetterMetrics,
  addLeaseMetrics,
  addPoolMetrics,
  addRefusedMetrics,
  createMetrics,
  followNats,
  type Logger,
  makeReport,
  serve,
} from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { insertOperations } from './audit-log/queries.ts';
import { cleanUp } from './clean-up.ts';
import type { WebhooksConfig } from './config.ts';
import { makeGuardedAgent, makeOpenAgent } from './deliveries/guarded-agent.ts';
import { startDeliveries } from './deliveries/worker.ts';
import { onAnyEvent } from './events/consumers.ts';
import { PACE } from './limits.ts';
import { addDeliveryMetrics, addLagMetrics, addStreamMetrics } from './metrics.ts';
import { webhooksRoutes } from './routes.ts';
import type { WebhooksTables } from './schema.ts';
import { makeStreams } from './streams/operations.ts';
import { startTail } from './streams/tail.ts';

const CONSUMER = 'webhooks';
const CLEAN_UP_LOOP = { restMs: 600_000, restAfterErrorMs: 60_000 };

/** Wires the webhooks service together and starts it. */
export async function createWebhooksService(config: WebhooksConfig, log: Logger) {
  const onError = makeReport(log);
  const { db, pool, close } = openDatabase<WebhooksTables>(
    config.database,
    onError('a database connection failed'),
  );
  const metrics = createMetrics();
  const measureLag = addLagMetrics(metrics);
  const events = followNats(config.nats, 'webhooks', { metrics, log });
  const refusedOf = addRefusedMetrics(metrics, log);
  const consumers = publisherNames.map((source) =>
    startConsumer(events, source, {
      name: CONSUMER,
      db,
      async handle(tx, batch) {
        await onAnyEvent(tx, batch);
        for (const { created_at } of batch) measureLag(Date.now() - Date.parse(created_at));
      },
      onDeadLetter: (eventId, reason) => log.error({ source, event_id: eventId, reason }, 'parked'),
      onRefused: refusedOf(source),
      onError: onError(`consuming events of ${source} failed`),
    }),
  );
  const cleaning = startLoop(
    async () => ((await cleanUp(db, CONSUMER)) ? 'again' : 'rest'),
    CLEAN_UP_LOOP,
    onError('cleaning up failed'),
  );
  addPoolMetrics(metrics, { pool });
  addDeadLetterMetrics(metrics, db, CONSUMER);
  addLeaseMetrics(
    metrics,
    db,
    consumers.map(({ leaseHolder }) => leaseHolder),
  );
  const tail = startTail(db, onError('following the log failed'));
  const streams = makeStreams({ db, tail });
  addStreamMetrics(metrics, streams.count);
  const dispatcher = config.allowsPrivate
    ? makeOpenAgent(PACE.concurrentMax)
    : makeGuardedAgent(PACE.concurrentMax, config.ports);
  const countAttempt = addDeliveryMetrics(metrics, db);
  addBacklogMetrics(metrics, CONSUMER, consumers);
  const delivering = startDeliveries(
    { db, countAttempt, dispatcher },
    onError('delivering events failed'),
  );
  const routes = webhooksRoutes({ db, streams }, config);
  const record = (operation: DomainEvent) => insertOperations(db, [operation]);
  const server = await serve(
    { name: 'webhooks', version: manifest.version, routes, rpcs: [], metrics, record, events },
    config,
    log,
  );
  return {
    ...server,
    async stop() {
      streams.cutAll();
      await server.stop();
      // Closing the connection ends a consumer that waits for NATS.
      await Promise.all([
        cleaning.stop(),
        tail.stop(),
        delivering.stop(),
        ...consumers.map((consumer) => consumer.stop()),
        events.close(),
      ]);
      await close();
    },
  };
}
