// Original file: ../../protos/identity/v1/identity.proto


export interface CheckSessionRequest {
  'sessionId'?: (string);
  'userId'?: (string);
}

export interface CheckSessionRequest__Output {
  'sessionId': (string);
  'userId': (string);
}
