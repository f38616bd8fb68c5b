// Original file: ../../protos/identity/v1/identity.proto


export interface SetAccountAccessRequest {
  'accountId'?: (string);
  'access'?: (string);
}

export interface SetAccountAccessRequest__Output {
  'accountId': (string);
  'access': (string);
}
