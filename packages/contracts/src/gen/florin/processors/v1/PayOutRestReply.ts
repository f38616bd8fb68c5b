// Original file: ../../protos/processors/v1/processors.proto

import type { Long } from '@grpc/proto-loader';

export interface PayOutRestReply {
  'payoutId'?: (string);
  'amount'?: (number | string | Long);
}

export interface PayOutRestReply__Output {
  'payoutId': (string);
  'amount': (string);
}
