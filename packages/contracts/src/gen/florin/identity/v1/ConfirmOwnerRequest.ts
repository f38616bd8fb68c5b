// Original file: ../../protos/identity/v1/identity.proto


export interface ConfirmOwnerRequest {
  'accountId'?: (string);
  'readOnly'?: (boolean);
}

export interface ConfirmOwnerRequest__Output {
  'accountId': (string);
  'readOnly': (boolean);
}
