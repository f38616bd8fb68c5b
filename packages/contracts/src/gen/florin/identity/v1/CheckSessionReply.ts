// Original file: ../../protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface CheckSessionReply {
  'alive'?: (boolean);
  'accountId'?: (string);
  'role'?: (string);
  'readOnly'?: (boolean);
  'revision'?: (number | string | Long);
  'goodForMs'?: (number | string | Long);
  'refundMax'?: (string);
  'stale'?: (boolean);
  'staleRefundMax'?: (string);
  'mustEnrol'?: (boolean);
}

export interface CheckSessionReply__Output {
  'alive': (boolean);
  'accountId': (string);
  'role': (string);
  'readOnly': (boolean);
  'revision': (string);
  'goodForMs': (string);
  'refundMax': (string);
  'stale': (boolean);
  'staleRefundMax': (string);
  'mustEnrol': (boolean);
}
