// Original file: ../../protos/ledger/v1/ledger.proto


export interface OpenBalanceRequest {
  'accountId'?: (string);
  'currency'?: (string);
}

export interface OpenBalanceRequest__Output {
  'accountId': (string);
  'currency': (string);
}
