// Original file: ../../protos/processors/v1/processors.proto

import type { Long } from '@grpc/proto-loader';

export interface ChargeSavedRequest {
  'id'?: (string);
  'paymentId'?: (string);
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'description'?: (string);
  'methodId'?: (string);
}

export interface ChargeSavedRequest__Output {
  'id': (string);
  'paymentId': (string);
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'description': (string);
  'methodId': (string);
}
