// Original file: ../../protos/identity/v1/identity.proto


export interface ReserveOwnerReply {
  'userId'?: (string);
}

export interface ReserveOwnerReply__Output {
  'userId': (string);
}
