// Original file: ../../protos/billing/v1/billing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CloseGateReply as _florin_billing_v1_CloseGateReply, CloseGateReply__Output as _florin_billing_v1_CloseGateReply__Output } from '../../../florin/billing/v1/CloseGateReply.ts';
import type { CloseGateRequest as _florin_billing_v1_CloseGateRequest, CloseGateRequest__Output as _florin_billing_v1_CloseGateRequest__Output } from '../../../florin/billing/v1/CloseGateRequest.ts';
import type { DescribePaymentReply as _florin_billing_v1_DescribePaymentReply, DescribePaymentReply__Output as _florin_billing_v1_DescribePaymentReply__Output } from '../../../florin/billing/v1/DescribePaymentReply.ts';
import type { DescribePaymentRequest as _florin_billing_v1_DescribePaymentRequest, DescribePaymentRequest__Output as _florin_billing_v1_DescribePaymentRequest__Output } from '../../../florin/billing/v1/DescribePaymentRequest.ts';
import type { EndSubscriptionsReply as _florin_billing_v1_EndSubscriptionsReply, EndSubscriptionsReply__Output as _florin_billing_v1_EndSubscriptionsReply__Output } from '../../../florin/billing/v1/EndSubscriptionsReply.ts';
import type { EndSubscriptionsRequest as _florin_billing_v1_EndSubscriptionsRequest, EndSubscriptionsRequest__Output as _florin_billing_v1_EndSubscriptionsRequest__Output } from '../../../florin/billing/v1/EndSubscriptionsRequest.ts';

export interface BillingServiceClient extends grpc.Client {
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  
}

export interface BillingServiceHandlers extends grpc.UntypedServiceImplementation {
  CloseGate: grpc.handleUnaryCall<_florin_billing_v1_CloseGateRequest__Output, _florin_billing_v1_CloseGateReply>;
  
  DescribePayment: grpc.handleUnaryCall<_florin_billing_v1_DescribePaymentRequest__Output, _florin_billing_v1_DescribePaymentReply>;
  
  EndSubscriptions: grpc.handleUnaryCall<_florin_billing_v1_EndSubscriptionsRequest__Output, _florin_billing_v1_EndSubscriptionsReply>;
  
}

export interface BillingServiceDefinition extends grpc.ServiceDefinition {
  CloseGate: MethodDefinition<_florin_billing_v1_CloseGateRequest, _florin_billing_v1_CloseGateReply, _florin_billing_v1_CloseGateRequest__Output, _florin_billing_v1_CloseGateReply__Output>
  DescribePayment: MethodDefinition<_florin_billing_v1_DescribePaymentRequest, _florin_billing_v1_DescribePaymentReply, _florin_billing_v1_DescribePaymentRequest__Output, _florin_billing_v1_DescribePaymentReply__Output>
  EndSubscriptions: MethodDefinition<_florin_billing_v1_EndSubscriptionsRequest, _florin_billing_v1_EndSubscriptionsReply, _florin_billing_v1_EndSubscriptionsRequest__Output, _florin_billing_v1_EndSubscriptionsReply__Output>
}
