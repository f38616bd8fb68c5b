// Original file: ../../protos/ledger/v1/balances.proto


export interface OpenBalanceRequest {
  'accountId'?: (string);
  'currency'?: (string);
}

export interface OpenBalanceRequest__Output {
  'accountId': (string);
  'currency': (string);
}
