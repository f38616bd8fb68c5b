// Original file: ../../protos/identity/v1/identity.proto


export interface CheckApiKeyReply {
  'alive'?: (boolean);
  'keyId'?: (string);
  'accountId'?: (string);
  'scopes'?: (string)[];
  'readOnly'?: (boolean);
}

export interface CheckApiKeyReply__Output {
  'alive': (boolean);
  'keyId': (string);
  'accountId': (string);
  'scopes': (string)[];
  'readOnly': (boolean);
}
