import { type Column, namesOf } from '@florin/database';
import type { Selectable } from 'kysely';
import type { FundMovement } from '../domain/funds/model.ts';

export interface FundTables {
  fund_movements: FundMovementRow;
}

interface FundMovementRow {
  account_id: string;
  key: string;
  purpose: FundMovement['purpose'];
  /** Minor units. */
  amount: bigint;
  from_settled: bigint;
  from_available: bigint;
  at_once: boolean;
  status: FundMovement['status'];
  transaction_id: string;
}

export const fundColumns: readonly Column<FundMovement>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['key', 'text', (row) => row.key],
  ['purpose', 'text', (row) => row.purpose],
  ['amount', 'bigint', (row) => row.amount],
  ['from_settled', 'bigint', (row) => row.fromSettled],
  ['from_available', 'bigint', (row) => row.fromAvailable],
  ['at_once', 'boolean', (row) => row.atOnce],
  ['status', 'text', (row) => row.status],
  ['transaction_id', 'uuid', (row) => row.transactionId],
];

export const FUND_COLUMNS = namesOf(fundColumns);

export function toFundMovement(row: Selectable<FundMovementRow>): FundMovement {
  return {
    accountId: row.account_id,
    key: row.key,
    purpose: row.purpose,
    amount: row.amount,
    fromSettled: row.from_settled,
    fromAvailable: row.from_available,
    atOnce: row.at_once,
    status: row.status,
    transactionId: row.transaction_id,
  };
}
