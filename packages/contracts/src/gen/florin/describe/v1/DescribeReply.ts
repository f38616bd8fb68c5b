// Original file: ../../protos/describe/v1/describe.proto

import type { Route as _florin_describe_v1_Route, Route__Output as _florin_describe_v1_Route__Output } from '../../../florin/describe/v1/Route.ts';

export interface DescribeReply {
  'service'?: (string);
  'version'?: (string);
  'routes'?: (_florin_describe_v1_Route)[];
  'openapi'?: (string);
  'digest'?: (string);
}

export interface DescribeReply__Output {
  'service': (string);
  'version': (string);
  'routes': (_florin_describe_v1_Route__Output)[];
  'openapi': (string);
  'digest': (string);
}
