// Original file: ../../protos/identity/v1/identity.proto


export interface HashPasswordReply {
  'passwordHash'?: (string);
}

export interface HashPasswordReply__Output {
  'passwordHash': (string);
}
