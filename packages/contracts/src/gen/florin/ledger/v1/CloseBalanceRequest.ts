// Original file: ../../protos/ledger/v1/balances.proto


export interface CloseBalanceRequest {
  'accountId'?: (string);
}

export interface CloseBalanceRequest__Output {
  'accountId': (string);
}
