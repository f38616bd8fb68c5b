// Original file: ../../protos/ledger/v1/funds.proto

import type { Long } from '@grpc/proto-loader';

export interface WithdrawRequest {
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'amountMin'?: (number | string | Long);
  'currency'?: (string);
  'key'?: (string);
  'purpose'?: (string);
  'ends'?: (boolean);
  'reference'?: (string);
  'metadata'?: (string);
}

export interface WithdrawRequest__Output {
  'accountId': (string);
  'amount': (string);
  'amountMin': (string);
  'currency': (string);
  'key': (string);
  'purpose': (string);
  'ends': (boolean);
  'reference': (string);
  'metadata': (string);
}
