import { type DomainEvent, publisherNames } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { connectEvents, startConsumer } from '@florin/events';
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
import type { WebhooksConfig } from './config.ts';
import { makeGuardedAgent, makeOpenAgent } from './delivery/guarded-agent.ts';
import { startDeliveries } from './delivery/start-deliveries.ts';
import type { Pace } from './delivery/work-lane.ts';
import { retryDelaysMs } from './domain/delivery.ts';
import { onAnyEvent } from './events/on-any-event.ts';
import { webhooksRoutes } from './http/routes.ts';
import { addDeliveryMetrics, addLagMetrics, addStreamMetrics } from './metrics.ts';
import { cleanUp } from './operations/clean-up.ts';
import { makeDeliveries } from './operations/deliveries.ts';
import { makeEndpoints } from './operations/endpoints.ts';
import { makeReadAuditLog } from './operations/read-audit-log.ts';
import { makeReadEvents } from './operations/read-events.ts';
import { makeStreamEvents } from './operations/stream-events.ts';
import { insertOperations } from './store/audited-operations.ts';
import type { WebhooksTables } from './store/schema.ts';
import { startTail } from './streams/tail.ts';

const CONSUMER = 'webhooks';
const CLEAN_UP_LOOP = { restMs: 600_000, restAfterErrorMs: 60_000 };
const STREAM_LIMITS = { streamsMax: 1_000, accountStreamsMax: 10 };
/** Below the minute after which proxies take a silent connection for dead. */
const HEARTBEAT_MS = 15_000;
/** Delivered is what is answered in this time. */
const ATTEMPT_TIMEOUT_MS = 15_000;
const PACE: Pace = {
  turnMax: 20,
  atOnce: 5,
  turnMs: 30_000,
  retryDelaysMs,
  firstPauseMs: 5_000,
};

/** What tests shorten, and parts that they replace by broken ones. */
export interface WebhooksOverrides {
  readonly connect?: typeof connectEvents;
  readonly handle?: typeof onAnyEvent;
  readonly streamHeartbeatMs?: number;
  readonly attemptTimeoutMs?: number;
  readonly pace?: Partial<Pace>;
  readonly now?: () => Date;
}

/** Wires the webhooks service together and starts it. */
export async function createWebhooksService(
  config: WebhooksConfig,
  log: Logger,
  {
    connect = connectEvents,
    handle = onAnyEvent,
    streamHeartbeatMs = HEARTBEAT_MS,
    attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
    pace: paceOverrides = {},
    now = () => new Date(),
  }: WebhooksOverrides = {},
) {
  const onError = makeReport(log);
  const { db, pool, close } = openDatabase<WebhooksTables>(
    config.database,
    onError('a database connection failed'),
  );
  const metrics = createMetrics();
  const measureLag = addLagMetrics(metrics);
  const events = followNats(config.nats, 'webhooks', { metrics, log, connect });
  const refusedOf = addRefusedMetrics(metrics, log);
  const consumers = publisherNames.map((source) =>
    startConsumer(events, source, {
      name: CONSUMER,
      db,
      async handle(tx, happened) {
        await handle(tx, happened);
        for (const { created_at } of happened) measureLag(now().getTime() - Date.parse(created_at));
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
  const streams = makeStreamEvents({ db, tail, heartbeatMs: streamHeartbeatMs }, STREAM_LIMITS);
  addStreamMetrics(metrics, streams.count);
  const dispatcher = config.allowsPrivate
    ? makeOpenAgent(PACE.atOnce)
    : makeGuardedAgent(PACE.atOnce, config.ports);
  const measure = addDeliveryMetrics(metrics, db);
  addBacklogMetrics(metrics, CONSUMER, consumers);
  const pace = { ...PACE, ...paceOverrides };
  const delivering = startDeliveries(
    { db, now, measure, pace, dispatcher, timeoutMs: attemptTimeoutMs },
    onError('delivering events failed'),
  );
  const operations = {
    events: makeReadEvents(db),
    streams,
    auditLog: makeReadAuditLog(db),
    endpoints: makeEndpoints({ db, now }),
    deliveries: makeDeliveries({ db, now }),
  };
  const routes = webhooksRoutes(operations, config);
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
