// Original file: ../../protos/ledger/v1/history.proto

import type { TransactionRow as _florin_ledger_v1_TransactionRow, TransactionRow__Output as _florin_ledger_v1_TransactionRow__Output } from '../../../florin/ledger/v1/TransactionRow.ts';

export interface ListTransactionsReply {
  'transactions'?: (_florin_ledger_v1_TransactionRow)[];
}

export interface ListTransactionsReply__Output {
  'transactions': (_florin_ledger_v1_TransactionRow__Output)[];
}
