import { type Column, namesOf } from '@florin/database';
import type { Currency } from '@florin/money';
import type { Generated, Selectable } from 'kysely';
import type { Balance } from '../domain/balance.ts';

/** Minor units everywhere. */
interface AmountColumns {
  available: Generated<bigint>;
  held: Generated<bigint>;
  settled: Generated<bigint>;
  fees: Generated<bigint>;
  external: Generated<bigint>;
}

export interface BalanceRow extends AmountColumns {
  account_id: string;
  version: Generated<bigint>;
  /** Only verified codes are written. */
  currency: Currency;
  status: Generated<'open' | 'closed'>;
  entry_sequence: Generated<bigint>;
  last_id: string | null;
}

export const balanceColumns: readonly Column<Balance>[] = [
  ['account_id', 'uuid', (row) => row.accountId],
  ['version', 'bigint', (row) => row.version],
  ['status', 'text', (row) => row.status],
  ['available', 'bigint', (row) => row.amounts.available],
  ['held', 'bigint', (row) => row.amounts.held],
  ['settled', 'bigint', (row) => row.amounts.settled],
  ['fees', 'bigint', (row) => row.amounts.fees],
  ['external', 'bigint', (row) => row.amounts.external],
  ['entry_sequence', 'bigint', (row) => row.entrySequence],
  ['last_id', 'uuid', (row) => row.lastId],
];

/**
 * Columns of named statements. With `*`, a prepared statement would fail after a newer version adds
 * a column, until its connection is closed.
 */
export const BALANCE_COLUMNS = `${namesOf(balanceColumns)}, currency`;

export function toBalance(row: Selectable<BalanceRow>): Balance {
  const { available, held, settled, fees, external } = row;
  return {
    accountId: row.account_id,
    currency: row.currency,
    status: row.status,
    amounts: { available, held, settled, fees, external },
    entrySequence: row.entry_sequence,
    lastId: row.last_id,
    version: row.version,
  };
}
