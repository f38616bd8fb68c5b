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
import { onPaymentEnded } from './events/on-payment-ended.ts';
import { gateRpcs } from './grpc/gates.ts';
import { billingRoutes } from './http/routes.ts';
import { addOverdueMetrics } from './metrics.ts';
import { advanceSaga } from './operations/advance-clock.ts';
import { makeCloseGate } from './operations/close-gate.ts';
import { type Collect, makeCollect } from './operations/collect.ts';
import { creationSaga } from './operations/create-subscription.ts';
import { makeCustomers } from './operations/customers.ts';
import { makeEndSubscriptions } from './operations/end-subscriptions.ts';
import { makeExplain } from './operations/explain.ts';
import { getVisibleInvoice, getVisibleSubscription } from './operations/find-visible.ts';
import { makeLists } from './operations/lists.ts';
import { makeFindDeal } from './operations/parties.ts';
import { paymentLinkSaga } from './operations/payment-link.ts';
import { makeAccountDirectory } from './operations/peers.ts';
import { makePlans } from './operations/plans.ts';
import { makePreview } from './operations/preview.ts';
import { makeSettings } from './operations/settings.ts';
import { endPayment, makeTakePayment } from './operations/take-payment.ts';
import { makeTellSubscription } from './operations/tell-subscription.ts';
import { makeTestClocks } from './operations/test-clocks.ts';
import { changeSaga } from './operations/update-subscription.ts';
import { makeVoidInvoice } from './operations/void-invoice.ts';
import { databaseNow, type SqlNow } from './store/clock.ts';
import { findQuote } from './store/quotes.ts';
import type { BillingTables } from './store/schema.ts';
import { startWorkers } from './workers.ts';

/** Parts that tests replace: the time that everything lives by, and the way to the money. */
export interface BillingOverrides {
  readonly sqlNow?: SqlNow;
  readonly wrapCollect?: (collect: Collect) => Collect;
}

/** Wires billing together and starts it. */
export async function createBillingService(
  config: BillingConfig,
  log: Logger,
  { sqlNow = databaseNow, wrapCollect = (collect) => collect }: BillingOverrides = {},
) {
  const onError = makeReport(log);
  const { db, pool, close } = openDatabase<BillingTables>(
    config.database,
    onError('a database connection failed'),
  );
  const { callKeys } = config;
  const accountsClient = makeClient(grpcServices.accounts, {
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

  const collect = wrapCollect(makeCollect(ledger, db));
  const parts = { db, sqlNow, collect };
  const creation = makeSaga(db, creationSaga(parts));
  const change = makeSaga(db, changeSaga(parts));
  const advance = makeSaga(db, advanceSaga(parts));
  const link = makeSaga(db, paymentLinkSaga({ db, sqlNow, ledger }));
  const accounts = makeAccountDirectory(accountsClient);
  const plans = makePlans(db);
  const tell = makeTellSubscription(db, sqlNow);

  const metrics = createMetrics();
  const events = followNats(config.nats, 'billing', { metrics, log });
  const relay = startRelay(db, 'billing', events, onError('publishing events failed'));
  const payments = startConsumer(events, 'ledger', {
    name: 'billing',
    db,
    only: eventSources.billing.ledger,
    handle: onPaymentEnded({ takePayment: makeTakePayment(sqlNow), endPayment }),
    onDeadLetter: (eventId, reason) =>
      log.error({ event_id: eventId, reason }, 'an event was parked'),
    onRefused: addRefusedMetrics(metrics, log)('ledger'),
    onError: onError('taking payments failed'),
  });
  const workers = startWorkers(
    { ...parts, ledger, sagas: [creation, change, advance, link] },
    onError,
  );

  addPoolMetrics(metrics, { pool });
  addOutboxMetrics(metrics, db);
  addDeadLetterMetrics(metrics, db, 'billing');
  addLeaseMetrics(metrics, db, [relay.leaseHolder, payments.leaseHolder]);
  addSagaMetrics(metrics, db);
  addOverdueMetrics(metrics, db, sqlNow);
  addBacklogMetrics(metrics, 'billing', [payments]);
  const server = await serve(
    {
      name: 'billing',
      events,
      version: manifest.version,
      routes: billingRoutes({
        plans,
        customers: makeCustomers(db),
        settings: makeSettings(db),
        lists: makeLists(db),
        accounts,
        findDeal: makeFindDeal(db, accounts, plans),
        beginCreation: creation.begin,
        beginChange: change.begin,
        clocks: makeTestClocks(db),
        findQuote: (subscriptionId, id) => findQuote(db, subscriptionId, id),
        preview: makePreview(db, sqlNow),
        explain: makeExplain(db),
        beginAdvance: advance.begin,
        tell,
        voidInvoice: makeVoidInvoice(tell),
        beginLink: link.begin,
        findSubscription: (caller, id) => getVisibleSubscription(db, caller, id),
        findInvoice: (caller, id) => getVisibleInvoice(db, caller, id),
      }),
      rpcs: [
        rpcService(
          grpcServices.billing.service,
          gateRpcs({
            closeGate: makeCloseGate(db),
            endSubscriptions: makeEndSubscriptions(db, sqlNow),
          }),
        ),
      ],
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
      accountsClient.close();
      ledger.close();
      await close();
    },
  };
}
