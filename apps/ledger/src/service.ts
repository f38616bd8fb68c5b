import { grpcServices } from '@florin/contracts/protos';
import { makeLeaseHolder } from '@florin/database';
import { republish } from '@florin/events';
import { makeClient, rpcService } from '@florin/grpc';
import { defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { audit } from './audit/command.ts';
import { makeAudit } from './audit/operations.ts';
import { makeChangeCurrency, makeGetBalance, makeOpenBalance } from './balances/operations.ts';
import { changeCurrencyRpc, closeBalanceRpc, openBalanceRpc } from './balances/rpcs.ts';
import { type LedgerConfig, readConfig } from './config.ts';
import { addLedgerMetrics } from './metrics.ts';
import { migrations } from './migrations/index.ts';
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
import { makePayments, type PaymentChoices } from './payment-requests/service.ts';
import { showPayment } from './payment-requests/show.ts';
import { makeMeter } from './posting/metrics.ts';
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

/** What may be chosen where the ledger is wired. */
export interface LedgerChoices {
  readonly limits?: WriterLimits;
  readonly payments?: PaymentChoices;
  /** A test's way to replace an operation by a broken one. */
  readonly wrapOperations?: (operations: LedgerOperations) => LedgerOperations;
}

/** After it another ledger settles what one that was killed leaves. */
const SETTLEMENT_LEASE_MS = 3_000;
const HOLDS = { restMs: 200, restAfterErrorMs: 1_000 };
const HOURLY = { restMs: 3_600_000, restAfterErrorMs: 60_000 };

/** What the ledger consists of. */
export const defineLedger = ({
  limits = WRITER_LIMITS,
  payments: choices = {},
  wrapOperations = (operations) => operations,
}: LedgerChoices = {}) =>
  defineService<LedgerConfig, LedgerTables>({
    name: 'ledger',
    version: manifest.version,
    migrations,
    readConfig,
    commands: { audit, republish, payment: showPayment },
    connectionsReserved: WRITER_CONNECTIONS,
    async makeParts({ config, db, metrics, report, onStop, onClose }) {
      // A ledger that was off for longer than partitions were made ahead has none for today.
      await ensurePartitions(db);
      const meter = makeMeter(metrics);
      const onError = report('a database connection failed');
      const writer = openWriter(config.database, { limits, meter }, onError);
      onClose(writer.stop);
      const accounts = openAccounts(config);
      onClose(() => accounts?.close());
      const findPayee = makeFindPayee(accounts);
      const payments = makePayments(db, writer, findPayee, config, choices, report);
      onStop(payments.stop);
      const settlement = makeLeaseHolder(db, 'settlement', SETTLEMENT_LEASE_MS);
      addLedgerMetrics(metrics, db, writer);

      const getTransaction = makeGetTransaction(db);
      const operations = wrapOperations({
        ...payments.operations,
        getTransaction,
        listTransactions: makeListTransactions(db),
        getBalance: makeGetBalance(db, Date.now),
        listEntries: makeListEntries(db, getTransaction),
        audit: makeAudit(db),
      });
      const linkBase = `${config.publicUrl}/pay/`;
      return {
        outbox: db,
        databases: [writer],
        leases: [settlement],
        routes: ledgerRoutes(operations, config),
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
        workers: [
          { name: 'ending due holds', round: makeEndDueHolds(db, writer, settlement), ...HOLDS },
          { name: 'maintaining partitions', round: () => maintainPartitions(db), ...HOURLY },
          {
            name: 'deleting published events',
            round: () => deletePublishedEvents(db),
            restMs: 60_000,
          },
          ...payments.workers,
        ],
      };
    },
  });

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
