import { grpcServices } from '@florin/contracts/protos';
import { makeLeaseHolder, openDatabase, recordOperation } from '@florin/database';
import { startRelay } from '@florin/events';
import { makeClient, rpcService } from '@florin/grpc';
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
import { makeAudit } from './audit/operations.ts';
import { makeChangeCurrency, makeGetBalance, makeOpenBalance } from './balances/operations.ts';
import { changeCurrencyRpc, closeBalanceRpc, openBalanceRpc } from './balances/rpcs.ts';
import type { LedgerConfig } from './config.ts';
import { addLedgerMetrics } from './metrics.ts';
import {
  deletePublishedEvents,
  ensurePartitions,
  maintainPartitions,
} from './partitions/partitions.ts';
import { makeFindPayee } from './payment-requests/payee.ts';
import {
  cancelPaymentRequestRpc,
  chargeSavedCardRpc,
  requestPaymentRpc,
} from './payment-requests/rpcs.ts';
import { type PaymentOverrides, startPayments } from './payment-requests/service.ts';
import { makeMeter } from './posting/metrics.ts';
import { makeRunBatch } from './posting/transaction.ts';
import {
  openWriter,
  WRITER_CONNECTIONS,
  WRITER_LIMITS,
  type WriterLimits,
} from './posting/writer.ts';
import { type LedgerOperations, ledgerRoutes } from './routes.ts';
import type { LedgerTables } from './tables.ts';
import {
  makeEndDueHolds,
  makeGetTransaction,
  makeListEntries,
  makeListTransactions,
} from './transactions/operations.ts';
import { chargeRpc } from './transactions/rpcs.ts';

/** Parts that tests replace by broken ones, to see that they notice. */
export interface LedgerOverrides {
  readonly makeRunBatch?: typeof makeRunBatch;
  readonly limits?: WriterLimits;
  readonly payments?: PaymentOverrides;
  readonly startRelay?: typeof startRelay;
  readonly wrapOperations?: (operations: LedgerOperations) => LedgerOperations;
}

const HOURLY = { restMs: 3_600_000, restAfterErrorMs: 60_000 };
const FORGETTING_LOOP = { restMs: 60_000, restAfterErrorMs: 60_000 };
/** After it another ledger settles what one that was killed leaves. */
const SETTLEMENT_LEASE_MS = 3_000;
const HOLDS_LOOP = { restMs: 200, restAfterErrorMs: 1_000 };

/** Wires the ledger together and starts it. */
export async function createLedgerService(
  config: LedgerConfig,
  log: Logger,
  overrides: LedgerOverrides = {},
) {
  const onError = makeReport(log);
  const onConnectionError = onError('a database connection failed');
  const { database } = config;
  const { db, pool, close } = openDatabase<LedgerTables>(
    { ...database, poolSizeMax: Math.max(1, database.poolSizeMax - WRITER_CONNECTIONS) },
    onConnectionError,
  );
  // A ledger that was off for longer than partitions were made ahead has none for today.
  await ensurePartitions(db);
  const metrics = createMetrics();
  const meter = makeMeter(metrics);
  const writer = openWriter(
    database,
    {
      makeRunBatch: overrides.makeRunBatch ?? makeRunBatch,
      limits: overrides.limits ?? WRITER_LIMITS,
      meter,
    },
    onConnectionError,
  );
  const settlement = makeLeaseHolder(db, 'settlement', SETTLEMENT_LEASE_MS);
  const endDueHolds = makeEndDueHolds(db, writer, settlement);
  const accounts = openAccounts(config);
  const findPayee = makeFindPayee(accounts);
  const payments = startPayments(db, writer, findPayee, config, overrides.payments ?? {}, onError);

  const events = followNats(config.nats, 'ledger', { metrics, log });
  const start = overrides.startRelay ?? startRelay;
  const relay = start(db, 'ledger', events, onError('publishing events failed'));
  const holds = startLoop(
    async () => ((await endDueHolds()) ? 'again' : 'rest'),
    HOLDS_LOOP,
    onError('ending due holds failed'),
  );
  const partitions = startLoop(
    async () => {
      await maintainPartitions(db);
      return 'rest';
    },
    HOURLY,
    onError('maintaining partitions failed'),
  );

  addLedgerMetrics(metrics, db, writer);
  addPoolMetrics(metrics, { pool }, writer);
  addOutboxMetrics(metrics, db);
  addLeaseMetrics(metrics, db, [relay.leaseHolder, settlement]);

  const getTransaction = makeGetTransaction(db);
  const operations: LedgerOperations = {
    ...payments.operations,
    getTransaction,
    listTransactions: makeListTransactions(db),
    getBalance: makeGetBalance(db, Date.now),
    listEntries: makeListEntries(db, getTransaction),
    audit: makeAudit(db),
  };
  const wrapOperations = overrides.wrapOperations ?? ((whole) => whole);
  const forgetting = startLoop(
    async () => ((await deletePublishedEvents(db)) ? 'again' : 'rest'),
    FORGETTING_LOOP,
    onError('forgetting published events failed'),
  );

  const linkBase = `${config.publicUrl}/pay/`;
  const server = await serve(
    {
      name: 'ledger',
      events,
      version: manifest.version,
      routes: ledgerRoutes(wrapOperations(operations), config),
      rpcs: [
        rpcService(grpcServices.balances.service, {
          OpenBalance: openBalanceRpc(makeOpenBalance(db)),
          ChangeCurrency: changeCurrencyRpc(makeChangeCurrency(db)),
          CloseBalance: closeBalanceRpc(writer),
        }),
        rpcService(grpcServices.charges.service, {
          Charge: chargeRpc(writer),
          RequestPayment: requestPaymentRpc(writer, linkBase),
          ChargeSavedCard: chargeSavedCardRpc(writer, linkBase, payments.savedCards),
          CancelPaymentRequest: cancelPaymentRequestRpc(writer, linkBase),
        }),
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
      await Promise.all([holds.stop(), partitions.stop(), forgetting.stop(), payments.stop()]);
      await Promise.all([writer.stop(), settlement.release()]);
      accounts?.close();
      // Closing the connection ends a relay that waits for NATS.
      await Promise.all([relay.stop(), events.close()]);
      await close();
    },
  };
}

/** Undefined where no accounts service runs: pages then name nobody. */
function openAccounts({ accountsAddresses: addresses, callKeys }: LedgerConfig) {
  if (addresses.length === 0) return undefined;
  return makeClient(grpcServices.accounts, {
    self: 'ledger',
    callee: 'accounts',
    addresses,
    callKeys,
  });
}
