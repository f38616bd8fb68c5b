// Original file: ../../protos/ledger/v1/charges.proto


export interface RequestPaymentReply {
  'paymentId'?: (string);
  'paymentUrl'?: (string);
  'status'?: (string);
  'expiresAt'?: (string);
}

export interface RequestPaymentReply__Output {
  'paymentId': (string);
  'paymentUrl': (string);
  'status': (string);
  'expiresAt': (string);
}
