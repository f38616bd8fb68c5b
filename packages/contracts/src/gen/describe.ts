import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DescribeReply as _florin_describe_v1_DescribeReply, DescribeReply__Output as _florin_describe_v1_DescribeReply__Output } from './florin/describe/v1/DescribeReply.ts';
import type { DescribeRequest as _florin_describe_v1_DescribeRequest, DescribeRequest__Output as _florin_describe_v1_DescribeRequest__Output } from './florin/describe/v1/DescribeRequest.ts';
import type { DescribeServiceClient as _florin_describe_v1_DescribeServiceClient, DescribeServiceDefinition as _florin_describe_v1_DescribeServiceDefinition } from './florin/describe/v1/DescribeService.ts';
import type { Route as _florin_describe_v1_Route, Route__Output as _florin_describe_v1_Route__Output } from './florin/describe/v1/Route.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    describe: {
      v1: {
        DescribeReply: MessageTypeDefinition<_florin_describe_v1_DescribeReply, _florin_describe_v1_DescribeReply__Output>
        DescribeRequest: MessageTypeDefinition<_florin_describe_v1_DescribeRequest, _florin_describe_v1_DescribeRequest__Output>
        DescribeService: SubtypeConstructor<typeof grpc.Client, _florin_describe_v1_DescribeServiceClient> & { service: _florin_describe_v1_DescribeServiceDefinition }
        Route: MessageTypeDefinition<_florin_describe_v1_Route, _florin_describe_v1_Route__Output>
      }
    }
  }
}

