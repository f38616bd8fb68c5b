// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribeCustomerRequest {
  'accountId'?: (string);
  'customer'?: (string);
  'plan'?: (string);
  'price'?: (number | string | Long);
}

export interface DescribeCustomerRequest__Output {
  'accountId': (string);
  'customer': (string);
  'plan': (string);
  'price': (string);
}
