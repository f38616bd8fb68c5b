// Original file: ../../protos/identity/v1/identity.proto


export interface MakeConfirmationLinkRequest {
  'confirmationId'?: (string);
}

export interface MakeConfirmationLinkRequest__Output {
  'confirmationId': (string);
}
