// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface PaymentLine {
  'type'?: (string);
  'name'?: (string);
  'amount'?: (number | string | Long);
  'startAt'?: (string);
  'endAt'?: (string);
}

export interface PaymentLine__Output {
  'type': (string);
  'name': (string);
  'amount': (string);
  'startAt': (string);
  'endAt': (string);
}
