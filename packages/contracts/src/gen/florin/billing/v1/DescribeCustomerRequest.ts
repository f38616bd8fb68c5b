// Original file: ../../protos/billing/v1/billing.proto

import type { PricedPlan as _florin_billing_v1_PricedPlan, PricedPlan__Output as _florin_billing_v1_PricedPlan__Output } from '../../../florin/billing/v1/PricedPlan.ts';
import type { Long } from '@grpc/proto-loader';

export interface DescribeCustomerRequest {
  'accountId'?: (string);
  'customer'?: (string);
  'plan'?: (string);
  'price'?: (number | string | Long);
  'items'?: (_florin_billing_v1_PricedPlan)[];
}

export interface DescribeCustomerRequest__Output {
  'accountId': (string);
  'customer': (string);
  'plan': (string);
  'price': (string);
  'items': (_florin_billing_v1_PricedPlan__Output)[];
}
