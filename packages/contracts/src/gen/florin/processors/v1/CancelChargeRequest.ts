// Original file: ../../protos/processors/v1/processors.proto

import type { Long } from '@grpc/proto-loader';

export interface CancelChargeRequest {
  'id'?: (string);
  'paymentId'?: (string);
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'processor'?: (string);
}

export interface CancelChargeRequest__Output {
  'id': (string);
  'paymentId': (string);
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'processor': (string);
}
