// Original file: ../../protos/processors/v1/processors.proto

import type { Long } from '@grpc/proto-loader';

export interface MoneyBack {
  'paymentId'?: (string);
  'refunded'?: (number | string | Long);
  'disputed'?: (number | string | Long);
}

export interface MoneyBack__Output {
  'paymentId': (string);
  'refunded': (string);
  'disputed': (string);
}
