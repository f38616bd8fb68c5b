// Original file: ../../protos/ledger/v1/history.proto

import type { Long } from '@grpc/proto-loader';

export interface TransactionRow {
  'id'?: (string);
  'type'?: (string);
  'status'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'reference'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
}

export interface TransactionRow__Output {
  'id': (string);
  'type': (string);
  'status': (string);
  'amount': (string);
  'currency': (string);
  'reference': (string);
  'createdAt': (string);
  'updatedAt': (string);
}
