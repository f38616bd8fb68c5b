// Original file: ../../protos/ledger/v1/funds.proto


export interface FinishAttemptRequest {
  'accountId'?: (string);
  'paymentId'?: (string);
  'attemptId'?: (string);
  'status'?: (string);
  'reference'?: (string);
  'code'?: (string);
  'cardBrand'?: (string);
  'cardLast4'?: (string);
}

export interface FinishAttemptRequest__Output {
  'accountId': (string);
  'paymentId': (string);
  'attemptId': (string);
  'status': (string);
  'reference': (string);
  'code': (string);
  'cardBrand': (string);
  'cardLast4': (string);
}
