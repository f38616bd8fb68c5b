import type { Migrations } from '@florin/database';
import * as ledger from './0001-ledger.ts';
import * as partitions from './0002-partitions.ts';
import * as charges from './0003-charges.ts';
import * as payments from './0004-payments.ts';
import * as testProcessor from './0005-test-processor.ts';
import * as outboxTrace from './0006-outbox-trace.ts';
import * as returnUrl from './0007-return-url.ts';
import * as savedCards from './0008-saved-cards.ts';
import * as sentHash from './0009-sent-hash.ts';
import * as pendingByAccount from './0010-pending-by-account.ts';
import * as listIndexes from './0011-list-indexes.ts';
import * as outboxCursor from './0012-outbox-cursor.ts';
import * as fundMovements from './0013-fund-movements.ts';
import * as consents from './0014-consents.ts';
import * as withdrawalsEndByMovement from './0015-withdrawals-end-by-movement.ts';
import * as paymentsByEmail from './0016-payments-by-email.ts';
import * as customersOfPayments from './0017-customers-of-payments.ts';
import * as declineCodes from './0018-decline-codes.ts';
import * as erasures from './0019-erasures.ts';
import * as paymentsOfCustomers from './0020-payments-of-customers.ts';
import * as outboxProgress from './0030-outbox-progress.ts';

export const migrations: Migrations = {
  '0001-ledger': ledger,
  '0002-partitions': partitions,
  '0003-charges': charges,
  '0004-payments': payments,
  '0005-test-processor': testProcessor,
  '0006-outbox-trace': outboxTrace,
  '0007-return-url': returnUrl,
  '0008-saved-cards': savedCards,
  '0009-sent-hash': sentHash,
  '0010-pending-by-account': pendingByAccount,
  '0011-list-indexes': listIndexes,
  '0012-outbox-cursor': outboxCursor,
  '0013-fund-movements': fundMovements,
  '0014-consents': consents,
  '0015-withdrawals-end-by-movement': withdrawalsEndByMovement,
  '0016-payments-by-email': paymentsByEmail,
  '0017-customers-of-payments': customersOfPayments,
  '0018-decline-codes': declineCodes,
  '0019-erasures': erasures,
  '0020-payments-of-customers': paymentsOfCustomers,
  '0030-outbox-progress': outboxProgress,
};
