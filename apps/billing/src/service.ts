import { eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeSaga, openDatabase, recordOperation } from '@florin/database';
import { startConsumer, startRelay } from '@florin/events';
import { makeClient, rpcService } from '@florin/grpc';
import {
  addBacklogMetrics,
  addDeadLetterMetrics,
  addLeaseMetrics,
  addOutboxMetrics,
  addPoolMetrics,
  addRefusedMetrics,
  addSagaMetrics,
  createMetrics,
  followNats,
  type Logger,
  makeReport,
  serve,
} from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import type { BillingConfig } from './config.ts';
import { addOverdueMetrics } from './due-work/metrics.ts';
import { gateRpcs } from './gates/rpcs.ts';
import { onPaymentEnded } from './payments/consumers.ts';
import { paymentLinkSaga } from './payments/link.ts';
import { billingRoutes } from './routes.ts';
import type { BillingTables } from './schema.ts';
import { creationSaga } from './subscriptions/create.ts';
import { changeSaga } from './subscriptions/update.ts';
import { advanceSaga } from './test-clocks/advance.ts';
import { startWorkers } from './workers.ts';

/** Wires billing together and starts it. */
export async function createBillingService(config: BillingConfig, log: Logger) {
  const onError = makeReport(log);
  const { db, pool, close } = openDatabase<BillingTables>(
    config.database,
    onError('a database connection failed'),
  );
  const { callKeys } = config;
  const accounts = makeClient(grpcServices.accounts, {
    self: 'billing',
    callee: 'accounts',
    addresses: config.accountsAddresses,
    callKeys,
  });
  const ledger = makeClient(grpcServices.charges, {
    self: 'billing',
    callee: 'ledger',
    addresses: config.ledgerAddresses,
    callKeys,
  });

  const deps = { db, ledger };
  const creation = makeSaga(db, creationSaga(deps));
  const change = makeSaga(db, changeSaga(deps));
  const advance = makeSaga(db, advanceSaga(deps));
  const link = makeSaga(db, paymentLinkSaga(deps));

  const metrics = createMetrics();
  const events = followNats(config.nats, 'billing', { metrics, log });
  const relay = startRelay(db, 'billing', events, onError('publishing events failed'));
  const payments = startConsumer(events, 'ledger', {
    name: 'billing',
    db,
    only: eventSources.billing.ledger,
    handle: onPaymentEnded,
    onDeadLetter: (eventId, reason) =>
      log.error({ event_id: eventId, reason }, 'an event was parked'),
    onRefused: addRefusedMetrics(metrics, log)('ledger'),
    onError: onError('taking payments failed'),
  });
  const workers = startWorkers({ ...deps, sagas: [creation, change, advance, link] }, onError);

  addPoolMetrics(metrics, { pool });
  addOutboxMetrics(metrics, db);
  addDeadLetterMetrics(metrics, db, 'billing');
  addLeaseMetrics(metrics, db, [relay.leaseHolder, payments.leaseHolder]);
  addSagaMetrics(metrics, db);
  addOverdueMetrics(metrics, db);
  addBacklogMetrics(metrics, 'billing', [payments]);
  const server = await serve(
    {
      name: 'billing',
      events,
      version: manifest.version,
      routes: billingRoutes({
        db,
        accounts,
        beginCreation: creation.begin,
        beginChange: change.begin,
        beginAdvance: advance.begin,
        beginLink: link.begin,
      }),
      rpcs: [rpcService(grpcServices.billing.service, gateRpcs({ db }))],
      metrics,
      record: (operation) => recordOperation(db, operation),
    },
    config,
    log,
  );

  return {
    ...server,
    async stop() {
      await server.stop();
      await workers.stop();
      // Closing the connection ends a relay and a consumer that wait for NATS.
      await Promise.all([relay.stop(), payments.stop(), events.close()]);
      accounts.close();
      ledger.close();
      await close();
    },
  };
}
