// Original file: ../../protos/ledger/v1/funds.proto


export interface DepositReply {
  'transactionId'?: (string);
}

export interface DepositReply__Output {
  'transactionId': (string);
}
