// Original file: ../../protos/ledger/v1/funds.proto

import type { Long } from '@grpc/proto-loader';

export interface DepositRequest {
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'key'?: (string);
  'reference'?: (string);
  'metadata'?: (string);
}

export interface DepositRequest__Output {
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'key': (string);
  'reference': (string);
  'metadata': (string);
}
