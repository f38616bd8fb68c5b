// Original file: ../../protos/identity/v1/identity.proto


export interface CheckSessionReply {
  'alive'?: (boolean);
  'accountId'?: (string);
  'role'?: (string);
  'readOnly'?: (boolean);
}

export interface CheckSessionReply__Output {
  'alive': (boolean);
  'accountId': (string);
  'role': (string);
  'readOnly': (boolean);
}
