// Original file: ../../protos/identity/v1/identity.proto


export interface CheckApiKeyRequest {
  'secretHash'?: (string);
}

export interface CheckApiKeyRequest__Output {
  'secretHash': (string);
}
