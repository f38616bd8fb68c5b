// Original file: ../../protos/ledger/v1/funds.proto


export interface EndWithdrawalRequest {
  'accountId'?: (string);
  'key'?: (string);
  'outcome'?: (string);
}

export interface EndWithdrawalRequest__Output {
  'accountId': (string);
  'key': (string);
  'outcome': (string);
}
