import { eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { deadLetterCommands, republish } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { consume, defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { insertOperations } from './audit-log/queries.ts';
import { cleanUp } from './clean-up.ts';
import { readConfig, type WebhooksConfig } from './config.ts';
import { onAnyEvent } from './consumers.ts';
import { makeAgents } from './deliveries/agents.ts';
import { makeGuardedAgent, makeOpenAgent } from './deliveries/guarded-agent.ts';
import { startDeliveries } from './deliveries/worker.ts';
import { eraseUser } from './erasures/command.ts';
import { redactLog } from './erasures/redact-log.ts';
import { redactUsers } from './erasures/redact-users.ts';
import { findKnown } from './events/known-queries.ts';
import { logRpcs } from './events/rpcs.ts';
import { PACE } from './limits.ts';
import { addDeliveryMetrics, addLagMetrics, addMonthMetrics, addStreamMetrics } from './metrics.ts';
import { migrations } from './migrations/index.ts';
import { exportLogMonth, restoreLogMonth } from './retention/command.ts';
import { dropExpired, ensureLogMonths } from './retention/retention.ts';
import { webhooksRoutes } from './routes.ts';
import type { WebhooksTables } from './schema.ts';
import { makeStreams } from './streams/operations.ts';
import { startTail } from './streams/tail.ts';

/** Service definition of webhooks. */
export const webhooks = defineService<WebhooksConfig, WebhooksTables>({
  name: 'webhooks',
  version: manifest.version,
  migrations,
  readConfig,
  featuresOf: ({ allowsPrivate }) => ({ private_addresses: allowsPrivate }),
  commands: {
    republish,
    'export-log': exportLogMonth,
    'restore-log': restoreLogMonth,
    'erase-user': eraseUser,
    ...deadLetterCommands('webhooks', { findKnown, handle: onAnyEvent }),
  },
  async makeParts({ config, db, system, metrics, report, commits, onStop }) {
    // A process that was down longer than the prepared months has none for today.
    await ensureLogMonths(db);
    addMonthMetrics(metrics, db);
    const measureLag = addLagMetrics(metrics);
    const tail = startTail(db, report('following the log failed'));
    onStop(tail.stop);
    const streams = makeStreams({ db, tail });
    addStreamMetrics(metrics, streams.count);
    const agents = makeAgents(() =>
      config.allowsPrivate
        ? makeOpenAgent(PACE.concurrentMax)
        : makeGuardedAgent(PACE.concurrentMax, config.ports),
    );
    const countAttempt = addDeliveryMetrics(metrics, db);
    const { keepsAnswers } = config;
    const onError = report('delivering events failed');
    const deliveries = startDeliveries({ db, countAttempt, agents, keepsAnswers }, onError);
    commits.follow(deliveries.wakeSoon);
    onStop(deliveries.stop);
    return {
      outbox: db,
      record: (operation) => insertOperations(db, [operation]),
      consumers: Object.keys(eventSources.webhooks).map((source) =>
        consume(db, source as keyof typeof eventSources.webhooks, {
          findKnown,
          async handle(tx, batch) {
            await onAnyEvent(tx, batch);
            for (const { created_at } of batch) measureLag(Date.now() - Date.parse(created_at));
          },
        }),
      ),
      workers: [
        {
          name: 'cleaning up',
          round: () => cleanUp(db, 'webhooks', config.deliveriesKeptDays),
          restMs: 600_000,
          restAfterErrorMs: 60_000,
        },
        {
          name: 'redacting events of erased customers',
          round: () => redactLog(db),
          restMs: 1_000,
          restMsMax: 30_000,
          restAfterErrorMs: 5_000,
        },
        {
          name: 'redacting events of erased users',
          round: () => redactUsers(db),
          restMs: 1_000,
          restMsMax: 30_000,
          restAfterErrorMs: 5_000,
        },
        {
          name: 'maintaining months of the log',
          async round() {
            await ensureLogMonths(db);
            return dropExpired(db, config.eventsKeptDays);
          },
          restMs: 3_600_000,
          restAfterErrorMs: 60_000,
        },
      ],
      routes: webhooksRoutes({ db, streams, system }, config),
      rpcs: [rpcService(grpcServices.log.service, logRpcs({ db }))],
      endStreams: streams.cutAll,
    };
  },
});
