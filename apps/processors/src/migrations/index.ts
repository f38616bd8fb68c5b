import type { Migrations } from '@florin/database';
import * as charges from './0001-charges.ts';
import * as testProcessor from './0002-test-processor.ts';
import * as refunds from './0003-refunds.ts';
import * as disputes from './0004-disputes.ts';
import * as payouts from './0005-payouts.ts';
import * as settlements from './0006-settlements.ts';
import * as testMethods from './0007-test-methods.ts';
import * as methods from './0008-methods.ts';
import * as methodSetups from './0009-method-setups.ts';
import * as bankTransfers from './0010-bank-transfers.ts';
import * as invoices from './0011-invoices.ts';
import * as processorAccounts from './0012-processor-accounts.ts';
import * as invoicesOfRefunds from './0013-invoices-of-refunds.ts';
import * as equalEntries from './0014-equal-entries.ts';
import * as indexOfEqualEntries from './0015-index-of-equal-entries.ts';
import * as indexOfAllEqualEntries from './0040-index-of-all-equal-entries.ts';
import * as begunMoves from './0041-begun-moves.ts';
import * as disputedMethods from './0050-disputed-methods.ts';
import * as customersOfMoneyBack from './0051-customers-of-money-back.ts';
import * as disputesOfPayments from './0052-disputes-of-payments.ts';
import * as earlierMoneyBack from './0053-earlier-money-back.ts';
import * as erasures from './0054-erasures.ts';
import * as moneyOfCustomers from './0055-money-of-customers.ts';
import * as setupsOfCustomers from './0056-setups-of-customers.ts';
import * as outboxProgress from './0060-outbox-progress.ts';
import * as endedSetups from './0061-ended-setups.ts';
import * as indexOfEndedSetups from './0062-index-of-ended-setups.ts';

export const migrations: Migrations = {
  '0001-charges': charges,
  '0002-test-processor': testProcessor,
  '0003-refunds': refunds,
  '0004-disputes': disputes,
  '0005-payouts': payouts,
  '0006-settlements': settlements,
  '0007-test-methods': testMethods,
  '0008-methods': methods,
  '0009-method-setups': methodSetups,
  '0010-bank-transfers': bankTransfers,
  '0011-invoices': invoices,
  '0012-processor-accounts': processorAccounts,
  '0013-invoices-of-refunds': invoicesOfRefunds,
  '0014-equal-entries': equalEntries,
  '0015-index-of-equal-entries': indexOfEqualEntries,
  '0040-index-of-all-equal-entries': indexOfAllEqualEntries,
  '0041-begun-moves': begunMoves,
  '0050-disputed-methods': disputedMethods,
  '0051-customers-of-money-back': customersOfMoneyBack,
  '0052-disputes-of-payments': disputesOfPayments,
  '0053-earlier-money-back': earlierMoneyBack,
  '0054-erasures': erasures,
  '0055-money-of-customers': moneyOfCustomers,
  '0056-setups-of-customers': setupsOfCustomers,
  '0060-outbox-progress': outboxProgress,
  '0061-ended-setups': endedSetups,
  '0062-index-of-ended-setups': indexOfEndedSetups,
};
