// Original file: ../../protos/identity/v1/identity.proto

import type { Revocation as _florin_identity_v1_Revocation, Revocation__Output as _florin_identity_v1_Revocation__Output } from '../../../florin/identity/v1/Revocation.ts';
import type { Long } from '@grpc/proto-loader';

export interface RenewReply {
  'revision'?: (number | string | Long);
  'revocations'?: (_florin_identity_v1_Revocation)[];
  'leaseMs'?: (number | string | Long);
  'gateways'?: (number);
}

export interface RenewReply__Output {
  'revision': (string);
  'revocations': (_florin_identity_v1_Revocation__Output)[];
  'leaseMs': (string);
  'gateways': (number);
}
