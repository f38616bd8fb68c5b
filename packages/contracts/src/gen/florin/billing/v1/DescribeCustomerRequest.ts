// Original file: ../../protos/billing/v1/billing.proto


export interface DescribeCustomerRequest {
  'accountId'?: (string);
  'customer'?: (string);
  'plan'?: (string);
}

export interface DescribeCustomerRequest__Output {
  'accountId': (string);
  'customer': (string);
  'plan': (string);
}
