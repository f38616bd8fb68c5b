// Original file: ../../protos/ledger/v1/balances.proto

import type { Long } from '@grpc/proto-loader';

export interface CloseBalanceReply {
  'currency'?: (string);
  'available'?: (number | string | Long);
}

export interface CloseBalanceReply__Output {
  'currency': (string);
  'available': (string);
}
