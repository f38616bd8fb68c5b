// Original file: ../../protos/processors/v1/processors.proto


export interface RefundInvoiceReply {
  'refundId'?: (string);
}

export interface RefundInvoiceReply__Output {
  'refundId': (string);
}
