// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface ReserveRefundRequest {
  'accountId'?: (string);
  'invoiceId'?: (string);
  'paymentId'?: (string);
  'amountPaid'?: (number | string | Long);
  'refundId'?: (string);
  'amount'?: (number | string | Long);
  'takesLess'?: (boolean);
}

export interface ReserveRefundRequest__Output {
  'accountId': (string);
  'invoiceId': (string);
  'paymentId': (string);
  'amountPaid': (string);
  'refundId': (string);
  'amount': (string);
  'takesLess': (boolean);
}
