// Original file: ../../protos/billing/v1/billing.proto


export interface DescribePaymentRequest {
  'accountId'?: (string);
  'paymentId'?: (string);
  'invoiceId'?: (string);
}

export interface DescribePaymentRequest__Output {
  'accountId': (string);
  'paymentId': (string);
  'invoiceId': (string);
}
