// Original file: ../../protos/identity/v1/identity.proto


export interface CloseAccountRequest {
  'accountId'?: (string);
}

export interface CloseAccountRequest__Output {
  'accountId': (string);
}
