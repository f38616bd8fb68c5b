// Original file: ../../protos/billing/v1/billing.proto


export interface DescribeSellerReply {
  'logoUrl'?: (string);
}

export interface DescribeSellerReply__Output {
  'logoUrl': (string);
}
