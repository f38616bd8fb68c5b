import type { ErasureTables, InboxTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Generated } from 'kysely';
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
  /** Erased customers; `finished_at` is null until their payments are redacted. */
  erasures: ErasureTables['erasures'] & { finished_at: Generated<Date | null> };
  balances: BalanceRow;
  transactions: TransactionRow;
  entries: EntryRow;
}
