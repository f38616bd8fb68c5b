import type { InboxTables, LeaseTables, OutboxTables } from '@florin/database';
import type { BalanceRow } from './balances/rows.ts';
import type { FundTables } from './funds/rows.ts';
import type { PaymentTables } from './payment-requests/rows.ts';
import type { EntryRow, TransactionRow } from './transactions/rows.ts';

export interface LedgerTables
  extends OutboxTables,
    InboxTables,
    LeaseTables,
    PaymentTables,
    FundTables {
  balances: BalanceRow;
  transactions: TransactionRow;
  entries: EntryRow;
}
