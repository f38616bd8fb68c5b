// Original file: ../../protos/billing/v1/billing.proto


export interface DescribeSellerRequest {
  'accountId'?: (string);
}

export interface DescribeSellerRequest__Output {
  'accountId': (string);
}
