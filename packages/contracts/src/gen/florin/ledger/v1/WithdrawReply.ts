// Original file: ../../protos/ledger/v1/funds.proto

import type { Long } from '@grpc/proto-loader';

export interface WithdrawReply {
  'transactionId'?: (string);
  'amount'?: (number | string | Long);
}

export interface WithdrawReply__Output {
  'transactionId': (string);
  'amount': (string);
}
