// Original file: ../../protos/identity/v1/identity.proto


export interface HashPasswordRequest {
  'password'?: (string);
}

export interface HashPasswordRequest__Output {
  'password': (string);
}
