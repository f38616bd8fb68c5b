// Original file: ../../protos/ledger/v1/history.proto


export interface FindPaymentRequest {
  'accountId'?: (string);
  'paymentId'?: (string);
}

export interface FindPaymentRequest__Output {
  'accountId': (string);
  'paymentId': (string);
}
