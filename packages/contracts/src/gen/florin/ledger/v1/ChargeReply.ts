// Original file: ../../protos/ledger/v1/charges.proto


export interface ChargeReply {
  'transactionId'?: (string);
}

export interface ChargeReply__Output {
  'transactionId': (string);
}
