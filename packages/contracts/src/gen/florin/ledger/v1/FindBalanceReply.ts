// Original file: ../../protos/ledger/v1/history.proto

import type { Long } from '@grpc/proto-loader';

export interface FindBalanceReply {
  'currency'?: (string);
  'available'?: (number | string | Long);
  'held'?: (number | string | Long);
}

export interface FindBalanceReply__Output {
  'currency': (string);
  'available': (string);
  'held': (string);
}
