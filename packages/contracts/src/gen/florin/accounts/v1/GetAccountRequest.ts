// Original file: ../../protos/accounts/v1/accounts.proto


export interface GetAccountRequest {
  'accountId'?: (string);
}

export interface GetAccountRequest__Output {
  'accountId': (string);
}
