// Original file: ../../protos/identity/v1/identity.proto


export interface ReserveAccountEmailRequest {
  'accountId'?: (string);
  'email'?: (string);
}

export interface ReserveAccountEmailRequest__Output {
  'accountId': (string);
  'email': (string);
}
