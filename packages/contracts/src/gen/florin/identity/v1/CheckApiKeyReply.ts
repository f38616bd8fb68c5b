// Original file: ../../protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface CheckApiKeyReply {
  'alive'?: (boolean);
  'keyId'?: (string);
  'accountId'?: (string);
  'scopes'?: (string)[];
  'readOnly'?: (boolean);
  'revision'?: (number | string | Long);
  'goodForMs'?: (number | string | Long);
}

export interface CheckApiKeyReply__Output {
  'alive': (boolean);
  'keyId': (string);
  'accountId': (string);
  'scopes': (string)[];
  'readOnly': (boolean);
  'revision': (string);
  'goodForMs': (string);
}
