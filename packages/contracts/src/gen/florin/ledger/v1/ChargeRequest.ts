// Original file: ../../protos/ledger/v1/charges.proto

import type { Long } from '@grpc/proto-loader';

export interface ChargeRequest {
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'key'?: (string);
  'reference'?: (string);
}

export interface ChargeRequest__Output {
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'key': (string);
  'reference': (string);
}
