// Original file: ../../protos/identity/v1/identity.proto


export interface MakeConfirmationLinkReply {
  'purpose'?: (string);
  'email'?: (string);
  'newEmail'?: (string);
  'language'?: (string);
  'accountId'?: (string);
  'name'?: (string);
  'url'?: (string);
  'code'?: (string);
}

export interface MakeConfirmationLinkReply__Output {
  'purpose': (string);
  'email': (string);
  'newEmail': (string);
  'language': (string);
  'accountId': (string);
  'name': (string);
  'url': (string);
  'code': (string);
}
