import { CUSTOMER_ANONYMIZED, eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type LeaseHolder, makeLeaseHolder, recordOperation } from '@florin/database';
import { deadLetterCommands, republish } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { consume, defineService, type Report, type Worker } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { audit } from './audit/command.ts';
import { balanceRpcs } from './balances/rpcs.ts';
import { openClients } from './clients.ts';
import { type LedgerConfig, readConfig } from './config.ts';
import { historyRpcs } from './history/rpcs.ts';
import { addLedgerMetrics } from './metrics.ts';
import { migrations } from './migrations/index.ts';
import { exportJournal } from './partitions/command.ts';
import {
  deletePublishedEvents,
  ensurePartitions,
  maintainPartitions,
} from './partitions/partitions.ts';
import type { AttemptDeps } from './payments/attempts.ts';
import { customerDataRpcs } from './payments/customer-data.ts';
import { onCustomerErased, redactNext } from './payments/erase.ts';
import { fundsRpcs } from './payments/funds-rpcs.ts';
import { makePayer } from './payments/pay.ts';
import { Processors } from './payments/processor.ts';
import { paymentRequestRpcs } from './payments/rpcs.ts';
import { showPayment } from './payments/show.ts';
import { paymentWorkers } from './payments/workers.ts';
import { makeDueRunner } from './posting/end-due.ts';
import { type Meter, makeMeter } from './posting/metrics.ts';
import { openShards, type Shard, type Shards } from './posting/open-shards.ts';
import { WRITER_CONNECTIONS } from './posting/writer.ts';
import { ledgerRoutes } from './routes.ts';
import type { LedgerTables } from './schema/tables.ts';
import { onEachShard, onItsShard, withFirstShard } from './shards/settings.ts';
import { makeListDueHolds } from './transactions/operations.ts';
import { charge, chargeAll } from './transactions/rpcs.ts';

/** After this time, another ledger settles the holds of a killed one. */
const SETTLEMENT_LEASE_MS = 3_000;
const HOLDS = { restMs: 200, restMsMax: 2_400, restAfterErrorMs: 1_000 };
const HOURLY = { restMs: 3_600_000, restAfterErrorMs: 60_000 };

/** The parts of the ledger service. */
export const ledgerService = defineService<LedgerConfig, LedgerTables>({
  name: 'ledger',
  version: manifest.version,
  migrations,
  readConfig,
  adaptEnvironment: withFirstShard,
  commands: {
    audit: onEachShard(audit),
    'export-journal': exportJournal,
    republish: onEachShard(republish),
    payment: onItsShard(showPayment),
    ...deadLetterCommands('ledger', { handle: onCustomerErased }),
  },
  connectionsReserved: WRITER_CONNECTIONS,
  async makeParts(foundation) {
    const { config, db, system, metrics, report, commits, onStop, onClose } = foundation;
    const measured = makeMeter(metrics);
    const meter: Meter = {
      ...measured,
      commit(ms) {
        measured.commit(ms);
        commits.note();
      },
    };
    const shards = openShards(foundation, meter);
    const { books, writer } = shards;
    await startPartitions(shards, report);
    addLedgerMetrics(metrics, books, writer);
    const clients = openClients(config);
    for (const client of Object.values(clients)) onClose(() => client?.close());
    const { accounts, billing } = clients;
    const processors = new Processors(clients.processors);
    const payer = makePayer(
      { books, writer, processors },
      report('a payment failed before it finished'),
    );
    onStop(payer.stop);
    const { settlementDelayMs, creditBy, publicUrl } = config;
    const linkBase = `${publicUrl}/pay/`;
    const deps = {
      books,
      system,
      writer,
      accounts,
      payer,
      settlementDelayMs,
      creditBy,
      linkBase,
      processors,
      billing,
    };
    const worked = shards.all.map((shard) => workOn(shard, deps, config.staleAttemptMs));
    return {
      outbox: db,
      moreOutboxes: books.all.slice(1),
      record: (operation) =>
        recordOperation(books.of(operation.account_id ?? operation.id), operation),
      databases: shards.databases,
      consumers: [
        consume(db, 'billing', {
          only: eventSources.ledger.billing,
          types: new Set([CUSTOMER_ANONYMIZED]),
          handle: onCustomerErased,
        }),
      ],
      leases: worked.map(({ lease }) => lease),
      routes: ledgerRoutes(deps),
      rpcs: [
        rpcService(grpcServices.balances.service, balanceRpcs(deps)),
        rpcService(grpcServices.funds.service, fundsRpcs(deps)),
        rpcService(grpcServices.history.service, {
          ...historyRpcs(deps),
          ...customerDataRpcs(deps),
        }),
        rpcService(grpcServices.charges.service, {
          Charge: (request, call) => charge(deps, request, call),
          ChargeAll: (request, call) => chargeAll(deps, request, call),
          ...paymentRequestRpcs(deps),
        }),
      ],
      workers: [
        ...worked.flatMap(({ workers }) => workers),
        {
          name: 'redacting payments of erased customers',
          round: () => redactNext(db, books),
          restMs: 1_000,
          restMsMax: 30_000,
          restAfterErrorMs: 5_000,
        },
      ],
    };
  },
});

/**
 * Creates missing partitions, for example after a long shutdown. The ledger does not start without
 * them, except that one of several shards may be unavailable.
 */
async function startPartitions({ all }: Shards, report: Report): Promise<void> {
  const [only, ...others] = all;
  if (only && others.length === 0) return ensurePartitions(only.db);
  await Promise.all(
    all.map(({ db, label }) =>
      ensurePartitions(db).catch(report(`creating the partitions${label} failed`)),
    ),
  );
}

/** Background work for a shard. */
function workOn(
  { db, writer, label }: Shard,
  deps: AttemptDeps,
  staleAttemptMs: number,
): { readonly lease: LeaseHolder; readonly workers: readonly Worker[] } {
  const settlement = makeLeaseHolder(db, 'settlement', SETTLEMENT_LEASE_MS);
  const endDueHolds = makeDueRunner(writer, makeListDueHolds(db, writer.holds));
  const workers: readonly Worker[] = [
    {
      name: 'ending due holds',
      // One process at a time: concurrent ones would be correct, but repeat the work.
      round: async () => (await settlement.acquire()) && (await endDueHolds()),
      ...HOLDS,
    },
    { name: 'maintaining partitions', round: () => maintainPartitions(db), ...HOURLY },
    {
      name: 'deleting published events',
      round: () => deletePublishedEvents(db),
      restMs: 60_000,
    },
    ...paymentWorkers({ ...deps, writer }, db, staleAttemptMs),
  ];
  return {
    lease: settlement,
    workers: workers.map((worker) => ({ ...worker, name: worker.name + label })),
  };
}
