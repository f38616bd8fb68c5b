// Original file: ../../protos/identity/v1/identity.proto


export interface ReserveOwnerRequest {
  'accountId'?: (string);
  'email'?: (string);
  'name'?: (string);
  'passwordHash'?: (string);
  'role'?: (string);
  'creatorUserId'?: (string);
}

export interface ReserveOwnerRequest__Output {
  'accountId': (string);
  'email': (string);
  'name': (string);
  'passwordHash': (string);
  'role': (string);
  'creatorUserId': (string);
}
