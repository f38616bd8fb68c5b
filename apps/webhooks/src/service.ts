import type { ServiceName } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { connectEvents, startConsumer } from '@florin/events';
import {
  addLeaseMetrics,
  addParkedMetrics,
  addPoolMetrics,
  createMetrics,
  type Logger,
  makeReport,
  serve,
} from '@florin/service-runtime';
import manifest from '../package.json' with { type: 'json' };
import type { WebhooksConfig } from './config.ts';
import { onAnyEvent } from './events/on-any-event.ts';
import type { WebhooksTables } from './store/schema.ts';

const SOURCES: readonly ServiceName[] = ['identity', 'accounts', 'ledger', 'billing'];

/** Wires the webhooks service together and starts it. */
export async function createWebhooksService(config: WebhooksConfig, log: Logger) {
  const onError = makeReport(log);
  const { db, pool, close } = openDatabase<WebhooksTables>(
    config.database,
    onError('a database connection failed'),
  );
  const events = connectEvents(config.natsUrl, 'webhooks');
  const consumers = SOURCES.map((source) =>
    startConsumer(events, source, {
      name: 'webhooks',
      db,
      handle: onAnyEvent,
      onParked: (eventId, reason) => log.error({ source, event_id: eventId, reason }, 'parked'),
      onError: onError(`consuming events of ${source} failed`),
    }),
  );
  const metrics = createMetrics();
  addPoolMetrics(metrics, { pool });
  addParkedMetrics(metrics, db, 'webhooks');
  addLeaseMetrics(
    metrics,
    db,
    consumers.map(({ keeper }) => keeper),
  );
  const server = await serve(
    { name: 'webhooks', version: manifest.version, routes: [], rpcs: [], metrics },
    config,
    log,
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      // Closing the connection ends a consumer that waits for NATS.
      await Promise.all([...consumers.map((consumer) => consumer.stop()), events.close()]);
      await close();
    },
  };
}
