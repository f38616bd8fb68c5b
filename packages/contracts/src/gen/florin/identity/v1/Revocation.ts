// Original file: ../../protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Revocation {
  'revision'?: (number | string | Long);
  'subject'?: (string);
  'refuses'?: (boolean);
  'exceptSession'?: (string);
}

export interface Revocation__Output {
  'revision': (string);
  'subject': (string);
  'refuses': (boolean);
  'exceptSession': (string);
}
