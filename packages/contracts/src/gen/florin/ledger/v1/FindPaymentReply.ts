// Original file: ../../protos/ledger/v1/history.proto


export interface FindPaymentReply {
  'status'?: (string);
  'paymentUrl'?: (string);
  'customerEmail'?: (string);
}

export interface FindPaymentReply__Output {
  'status': (string);
  'paymentUrl': (string);
  'customerEmail': (string);
}
