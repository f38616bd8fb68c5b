// Original file: ../../protos/ledger/v1/history.proto


export interface FindBalanceRequest {
  'accountId'?: (string);
  'at'?: (string);
}

export interface FindBalanceRequest__Output {
  'accountId': (string);
  'at': (string);
}
