// Original file: ../../protos/billing/v1/billing.proto


export interface DescribeCustomerReply {
  'email'?: (string);
  'language'?: (string);
  'timezone'?: (string);
  'planName'?: (string);
  'portalUrl'?: (string);
}

export interface DescribeCustomerReply__Output {
  'email': (string);
  'language': (string);
  'timezone': (string);
  'planName': (string);
  'portalUrl': (string);
}
