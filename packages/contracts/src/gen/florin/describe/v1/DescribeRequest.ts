// Original file: ../../protos/describe/v1/describe.proto


export interface DescribeRequest {
  'knownDigest'?: (string);
}

export interface DescribeRequest__Output {
  'knownDigest': (string);
}
