// Original file: ../../protos/ledger/v1/charges.proto


export interface ChargeOutcome {
  'transactionId'?: (string);
  'error'?: (string);
  'message'?: (string);
}

export interface ChargeOutcome__Output {
  'transactionId': (string);
  'error': (string);
  'message': (string);
}
