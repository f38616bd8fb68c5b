// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface PricedPlan {
  'plan'?: (string);
  'price'?: (number | string | Long);
}

export interface PricedPlan__Output {
  'plan': (string);
  'price': (string);
}
