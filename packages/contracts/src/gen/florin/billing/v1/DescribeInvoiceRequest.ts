// Original file: ../../protos/billing/v1/billing.proto


export interface DescribeInvoiceRequest {
  'accountId'?: (string);
  'invoiceId'?: (string);
  'withFile'?: (boolean);
  'withFileIfMailed'?: (boolean);
}

export interface DescribeInvoiceRequest__Output {
  'accountId': (string);
  'invoiceId': (string);
  'withFile': (boolean);
  'withFileIfMailed': (boolean);
}
