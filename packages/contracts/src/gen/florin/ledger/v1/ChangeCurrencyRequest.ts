// Original file: ../../protos/ledger/v1/balances.proto


export interface ChangeCurrencyRequest {
  'accountId'?: (string);
  'currency'?: (string);
}

export interface ChangeCurrencyRequest__Output {
  'accountId': (string);
  'currency': (string);
}
