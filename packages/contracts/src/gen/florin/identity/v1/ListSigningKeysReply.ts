// Original file: ../../protos/identity/v1/identity.proto


export interface ListSigningKeysReply {
  'jwks'?: (string);
}

export interface ListSigningKeysReply__Output {
  'jwks': (string);
}
