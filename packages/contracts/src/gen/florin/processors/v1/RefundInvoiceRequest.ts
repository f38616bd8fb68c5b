// Original file: ../../protos/processors/v1/processors.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundInvoiceRequest {
  'accountId'?: (string);
  'invoiceId'?: (string);
  'amount'?: (number | string | Long);
  'key'?: (string);
  'reason'?: (string);
}

export interface RefundInvoiceRequest__Output {
  'accountId': (string);
  'invoiceId': (string);
  'amount': (string);
  'key': (string);
  'reason': (string);
}
