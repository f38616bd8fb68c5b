import type { ErasureTables, InboxTables, LeaseTables, OutboxTables } from '@florin/database';
import type { Generated } from 'kysely';
import type { BalanceRow } from './balance-rows.ts';
import type { FundTables } from './fund-rows.ts';
import type { PaymentTables } from './payment-rows.ts';
import type { EntryRow, TransactionRow } from './transaction-rows.ts';

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
