// Original file: ../../protos/webhooks/v1/log.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListCustomerDataReply as _florin_webhooks_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_webhooks_v1_ListCustomerDataReply__Output } from '../../../florin/webhooks/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_webhooks_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_webhooks_v1_ListCustomerDataRequest__Output } from '../../../florin/webhooks/v1/ListCustomerDataRequest.ts';

export interface LogServiceClient extends grpc.Client {
  ListCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_webhooks_v1_ListCustomerDataRequest, callback: grpc.requestCallback<_florin_webhooks_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  
}

export interface LogServiceHandlers extends grpc.UntypedServiceImplementation {
  ListCustomerData: grpc.handleUnaryCall<_florin_webhooks_v1_ListCustomerDataRequest__Output, _florin_webhooks_v1_ListCustomerDataReply>;
  
}

export interface LogServiceDefinition extends grpc.ServiceDefinition {
  ListCustomerData: MethodDefinition<_florin_webhooks_v1_ListCustomerDataRequest, _florin_webhooks_v1_ListCustomerDataReply, _florin_webhooks_v1_ListCustomerDataRequest__Output, _florin_webhooks_v1_ListCustomerDataReply__Output>
}
