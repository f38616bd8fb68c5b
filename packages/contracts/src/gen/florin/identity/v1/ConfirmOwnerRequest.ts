// Original file: ../../protos/identity/v1/identity.proto


export interface ConfirmOwnerRequest {
  'accountId'?: (string);
}

export interface ConfirmOwnerRequest__Output {
  'accountId': (string);
}
