// Original file: ../../protos/ledger/v1/charges.proto


export interface CancelPaymentRequestRequest {
  'accountId'?: (string);
  'paymentId'?: (string);
}

export interface CancelPaymentRequestRequest__Output {
  'accountId': (string);
  'paymentId': (string);
}
