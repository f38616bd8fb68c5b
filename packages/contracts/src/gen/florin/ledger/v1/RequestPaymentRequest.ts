// Original file: ../../protos/ledger/v1/charges.proto

import type { Long } from '@grpc/proto-loader';

export interface RequestPaymentRequest {
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'key'?: (string);
  'customerEmail'?: (string);
  'reference'?: (string);
  'metadata'?: (string);
  'expiresAt'?: (string);
  'savesFor'?: (string);
}

export interface RequestPaymentRequest__Output {
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'key': (string);
  'customerEmail': (string);
  'reference': (string);
  'metadata': (string);
  'expiresAt': (string);
  'savesFor': (string);
}
