// Original file: ../../protos/ledger/v1/charges.proto

import type { Long } from '@grpc/proto-loader';

export interface ConsentTerms {
  'interval'?: (string);
  'intervalCount'?: (number);
  'amount'?: (number | string | Long);
  'cancelAddress'?: (string);
}

export interface ConsentTerms__Output {
  'interval': (string);
  'intervalCount': (number);
  'amount': (string);
  'cancelAddress': (string);
}
