// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordMoneyBackRequest {
  'accountId'?: (string);
  'invoiceId'?: (string);
  'paymentId'?: (string);
  'amountPaid'?: (number | string | Long);
  'refundId'?: (string);
  'disputeId'?: (string);
  'disputeStatus'?: (string);
  'amount'?: (number | string | Long);
}

export interface RecordMoneyBackRequest__Output {
  'accountId': (string);
  'invoiceId': (string);
  'paymentId': (string);
  'amountPaid': (string);
  'refundId': (string);
  'disputeId': (string);
  'disputeStatus': (string);
  'amount': (string);
}
