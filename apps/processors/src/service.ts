import { CUSTOMER_ANONYMIZED, eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { cleanUp, makeLeaseHolder, makeSaga, stuck } from '@florin/database';
import { deadLetterCommands, republish } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { consume, defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { makeStripe } from './adapters/stripe/processor.ts';
import { makeTestProcessor } from './adapters/test/processor.ts';
import { makeTransferProcessor } from './adapters/transfer/processor.ts';
import { chargeRpcs } from './charges/rpcs.ts';
import { chargeWorkers, onChargeNotice } from './charges/workers.ts';
import { openAccounts, openBilling, openLedger } from './clients.ts';
import { type ProcessorsConfig, readConfig } from './config.ts';
import { withTimeouts } from './contract/timeouts.ts';
import { customerDataRpcs } from './customers/customer-data.ts';
import { answerSaga } from './disputes/operations.ts';
import { disputeWorkers, onDisputeNotice } from './disputes/workers.ts';
import { earlierMoneyBackWorkers } from './earlier-money-back/workers.ts';
import { eraseCustomers } from './methods/erase.ts';
import { openMoneyRpcs } from './methods/open-money.ts';
import { methodRpcs } from './methods/rpcs.ts';
import { setupSaga } from './methods/setups.ts';
import { methodWorkers, onMethodNotice } from './methods/workers.ts';
import { migrations } from './migrations/index.ts';
import { type NoticeHandlers, noticeWorkers } from './notices/workers.ts';
import { payoutRpcs } from './payouts/rpcs.ts';
import { payoutSaga } from './payouts/saga.ts';
import { onPayoutNotice, payoutWorkers } from './payouts/workers.ts';
import { refundRpcs } from './refunds/rpcs.ts';
import { refundSaga } from './refunds/saga.ts';
import { onRefundNotice, refundWorkers } from './refunds/workers.ts';
import { makeRegistry } from './registry.ts';
import { processorsRoutes } from './routes.ts';
import type { ProcessorsTables } from './schema.ts';
import { settlementWorkers } from './settlements/workers.ts';
import { bankStatement } from './statements/command.ts';
import { assignSaga } from './statements/operations.ts';

/** After it another process polls for missed webhooks. */
const POLL_LEASE_MS = 5_000;
/** After it another process reads settlements. */
const SETTLEMENT_LEASE_MS = 30_000;

/** Service definition of processors. */
export const processors = defineService<ProcessorsConfig, ProcessorsTables>({
  name: 'processors',
  version: manifest.version,
  migrations,
  readConfig,
  featuresOf: ({ stripe, transfer, takesTestCards }) => ({
    stripe: stripe !== undefined,
    bank_transfer: transfer !== undefined,
    test_cards: takesTestCards,
  }),
  commands: {
    republish,
    stuck,
    'bank-statement': bankStatement,
    ...deadLetterCommands('processors', { handle: eraseCustomers }),
  },
  makeParts({ config, db, system, report, onClose }) {
    const { stripe, transfer } = config;
    const set = [
      ...(stripe ? [makeStripe(stripe)] : []),
      ...(transfer ? [makeTransferProcessor(db, transfer)] : []),
      makeTestProcessor(db, config.publicUrl),
    ];
    const all = set.map((processor) =>
      withTimeouts(processor, report(`the processor ${processor.name} failed`)),
    );
    // Objects of the test processor are completed even where it accepts no new ones.
    const registry = makeRegistry(all, ({ name }) => name !== 'test' || config.takesTestCards);
    const ledger = openLedger(config);
    const accounts = openAccounts(config);
    const billing = openBilling(config);
    onClose(() => billing?.close());
    onClose(ledger.close);
    onClose(accounts.close);
    const { funds, reportEnd } = ledger;
    const invoices = billing?.invoices;
    const isArchived = billing?.isArchived ?? (async () => false);
    const deps = { db, registry, funds, invoices, isArchived, reportEnd, bankAccount: transfer };
    const refunds = makeSaga(db, refundSaga(deps));
    const payouts = makeSaga(db, payoutSaga(deps));
    const answers = makeSaga(db, answerSaga(deps));
    const setups = makeSaga(db, setupSaga(deps));
    const assignments = makeSaga(db, assignSaga(deps));
    const { findPayee } = accounts;
    const lease = makeLeaseHolder(db, 'notices', POLL_LEASE_MS);
    const settlementLease = makeLeaseHolder(db, 'settlements', SETTLEMENT_LEASE_MS);
    const handlers: NoticeHandlers = {
      charge: onChargeNotice(deps),
      refund: onRefundNotice(deps),
      dispute: onDisputeNotice(deps),
      payout: onPayoutNotice(deps),
      method: onMethodNotice(deps),
    };
    return {
      outbox: db,
      consumers: [
        consume(db, 'billing', {
          only: eventSources.processors.billing,
          types: new Set([CUSTOMER_ANONYMIZED]),
          handle: eraseCustomers,
        }),
      ],
      sagas: { db, runners: [refunds, payouts, answers, setups, assignments] },
      leases: [lease, settlementLease],
      routes: processorsRoutes({
        ...deps,
        system,
        refunds,
        payouts,
        answers,
        setups,
        assignments,
        findPayee,
      }),
      rpcs: [
        rpcService(grpcServices.processors.service, {
          ...chargeRpcs(deps),
          ...payoutRpcs({ ...deps, payouts }),
          ...refundRpcs({ db, refunds }),
          ...methodRpcs({ ...deps, setups }),
          ...customerDataRpcs({ db }),
          ...openMoneyRpcs({ db }),
        }),
      ],
      workers: [
        ...chargeWorkers(deps),
        ...refundWorkers(deps),
        ...disputeWorkers(deps),
        ...earlierMoneyBackWorkers(deps),
        ...methodWorkers(deps, config.setupsKeptDays),
        ...payoutWorkers(deps),
        ...settlementWorkers({ ...deps, settlementLease }, config.settlementsEveryMs),
        ...noticeWorkers({ db, registry, handlers, lease }),
        { name: 'cleaning up', round: () => cleanUp(db), restMs: 60_000, restAfterErrorMs: 5_000 },
      ],
    };
  },
});
