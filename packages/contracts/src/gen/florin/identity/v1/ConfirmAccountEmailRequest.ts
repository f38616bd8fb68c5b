// Original file: ../../protos/identity/v1/identity.proto


export interface ConfirmAccountEmailRequest {
  'accountId'?: (string);
  'email'?: (string);
  'userId'?: (string);
}

export interface ConfirmAccountEmailRequest__Output {
  'accountId': (string);
  'email': (string);
  'userId': (string);
}
