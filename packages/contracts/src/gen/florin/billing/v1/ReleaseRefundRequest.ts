// Original file: ../../protos/billing/v1/billing.proto


export interface ReleaseRefundRequest {
  'invoiceId'?: (string);
  'refundId'?: (string);
}

export interface ReleaseRefundRequest__Output {
  'invoiceId': (string);
  'refundId': (string);
}
