// Original file: ../../protos/describe/v1/describe.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribeReply as _florin_describe_v1_DescribeReply, DescribeReply__Output as _florin_describe_v1_DescribeReply__Output } from '../../../florin/describe/v1/DescribeReply.ts';
import type { DescribeRequest as _florin_describe_v1_DescribeRequest, DescribeRequest__Output as _florin_describe_v1_DescribeRequest__Output } from '../../../florin/describe/v1/DescribeRequest.ts';

export interface DescribeServiceClient extends grpc.Client {
  Describe(argument: _florin_describe_v1_DescribeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  Describe(argument: _florin_describe_v1_DescribeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  Describe(argument: _florin_describe_v1_DescribeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  Describe(argument: _florin_describe_v1_DescribeRequest, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  describe(argument: _florin_describe_v1_DescribeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  describe(argument: _florin_describe_v1_DescribeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  describe(argument: _florin_describe_v1_DescribeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  describe(argument: _florin_describe_v1_DescribeRequest, callback: grpc.requestCallback<_florin_describe_v1_DescribeReply__Output>): grpc.ClientUnaryCall;
  
}

export interface DescribeServiceHandlers extends grpc.UntypedServiceImplementation {
  Describe: grpc.handleUnaryCall<_florin_describe_v1_DescribeRequest__Output, _florin_describe_v1_DescribeReply>;
  
}

export interface DescribeServiceDefinition extends grpc.ServiceDefinition {
  Describe: MethodDefinition<_florin_describe_v1_DescribeRequest, _florin_describe_v1_DescribeReply, _florin_describe_v1_DescribeRequest__Output, _florin_describe_v1_DescribeReply__Output>
}
