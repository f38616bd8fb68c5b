// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface ReserveRefundReply {
  'amount'?: (number | string | Long);
}

export interface ReserveRefundReply__Output {
  'amount': (string);
}
