// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribeCustomerReply {
  'email'?: (string);
  'language'?: (string);
  'timezone'?: (string);
  'planName'?: (string);
  'portalUrl'?: (string);
  'shownPrice'?: (number | string | Long);
  'isPlusTax'?: (boolean);
}

export interface DescribeCustomerReply__Output {
  'email': (string);
  'language': (string);
  'timezone': (string);
  'planName': (string);
  'portalUrl': (string);
  'shownPrice': (string);
  'isPlusTax': (boolean);
}
