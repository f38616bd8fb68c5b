// Original file: ../../protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RenewRequest {
  'gatewayId'?: (string);
  'appliedRevision'?: (number | string | Long);
  '_appliedRevision'?: "appliedRevision";
}

export interface RenewRequest__Output {
  'gatewayId': (string);
  'appliedRevision'?: (string);
  '_appliedRevision'?: "appliedRevision";
}
