// Original file: ../../protos/ledger/v1/charges.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CancelPaymentRequestReply as _florin_ledger_v1_CancelPaymentRequestReply, CancelPaymentRequestReply__Output as _florin_ledger_v1_CancelPaymentRequestReply__Output } from '../../../florin/ledger/v1/CancelPaymentRequestReply.ts';
import type { CancelPaymentRequestRequest as _florin_ledger_v1_CancelPaymentRequestRequest, CancelPaymentRequestRequest__Output as _florin_ledger_v1_CancelPaymentRequestRequest__Output } from '../../../florin/ledger/v1/CancelPaymentRequestRequest.ts';
import type { ChargeAllReply as _florin_ledger_v1_ChargeAllReply, ChargeAllReply__Output as _florin_ledger_v1_ChargeAllReply__Output } from '../../../florin/ledger/v1/ChargeAllReply.ts';
import type { ChargeAllRequest as _florin_ledger_v1_ChargeAllRequest, ChargeAllRequest__Output as _florin_ledger_v1_ChargeAllRequest__Output } from '../../../florin/ledger/v1/ChargeAllRequest.ts';
import type { ChargeReply as _florin_ledger_v1_ChargeReply, ChargeReply__Output as _florin_ledger_v1_ChargeReply__Output } from '../../../florin/ledger/v1/ChargeReply.ts';
import type { ChargeRequest as _florin_ledger_v1_ChargeRequest, ChargeRequest__Output as _florin_ledger_v1_ChargeRequest__Output } from '../../../florin/ledger/v1/ChargeRequest.ts';
import type { ChargeSavedCardReply as _florin_ledger_v1_ChargeSavedCardReply, ChargeSavedCardReply__Output as _florin_ledger_v1_ChargeSavedCardReply__Output } from '../../../florin/ledger/v1/ChargeSavedCardReply.ts';
import type { ChargeSavedCardRequest as _florin_ledger_v1_ChargeSavedCardRequest, ChargeSavedCardRequest__Output as _florin_ledger_v1_ChargeSavedCardRequest__Output } from '../../../florin/ledger/v1/ChargeSavedCardRequest.ts';
import type { RequestPaymentReply as _florin_ledger_v1_RequestPaymentReply, RequestPaymentReply__Output as _florin_ledger_v1_RequestPaymentReply__Output } from '../../../florin/ledger/v1/RequestPaymentReply.ts';
import type { RequestPaymentRequest as _florin_ledger_v1_RequestPaymentRequest, RequestPaymentRequest__Output as _florin_ledger_v1_RequestPaymentRequest__Output } from '../../../florin/ledger/v1/RequestPaymentRequest.ts';

export interface ChargesServiceClient extends grpc.Client {
  CancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  CancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  CancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  CancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  cancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  cancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  cancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  cancelPaymentRequest(argument: _florin_ledger_v1_CancelPaymentRequestRequest, callback: grpc.requestCallback<_florin_ledger_v1_CancelPaymentRequestReply__Output>): grpc.ClientUnaryCall;
  
  Charge(argument: _florin_ledger_v1_ChargeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  Charge(argument: _florin_ledger_v1_ChargeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  Charge(argument: _florin_ledger_v1_ChargeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  Charge(argument: _florin_ledger_v1_ChargeRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  charge(argument: _florin_ledger_v1_ChargeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  charge(argument: _florin_ledger_v1_ChargeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  charge(argument: _florin_ledger_v1_ChargeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  charge(argument: _florin_ledger_v1_ChargeRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  
  ChargeAll(argument: _florin_ledger_v1_ChargeAllRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  ChargeAll(argument: _florin_ledger_v1_ChargeAllRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  ChargeAll(argument: _florin_ledger_v1_ChargeAllRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  ChargeAll(argument: _florin_ledger_v1_ChargeAllRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  chargeAll(argument: _florin_ledger_v1_ChargeAllRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  chargeAll(argument: _florin_ledger_v1_ChargeAllRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  chargeAll(argument: _florin_ledger_v1_ChargeAllRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  chargeAll(argument: _florin_ledger_v1_ChargeAllRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChargeAllReply__Output>): grpc.ClientUnaryCall;
  
  ChargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  ChargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  ChargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  ChargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  chargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  chargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  chargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  chargeSavedCard(argument: _florin_ledger_v1_ChargeSavedCardRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChargeSavedCardReply__Output>): grpc.ClientUnaryCall;
  
  RequestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  RequestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  RequestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  RequestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  requestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  requestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  requestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  requestPayment(argument: _florin_ledger_v1_RequestPaymentRequest, callback: grpc.requestCallback<_florin_ledger_v1_RequestPaymentReply__Output>): grpc.ClientUnaryCall;
  
}

export interface ChargesServiceHandlers extends grpc.UntypedServiceImplementation {
  CancelPaymentRequest: grpc.handleUnaryCall<_florin_ledger_v1_CancelPaymentRequestRequest__Output, _florin_ledger_v1_CancelPaymentRequestReply>;
  
  Charge: grpc.handleUnaryCall<_florin_ledger_v1_ChargeRequest__Output, _florin_ledger_v1_ChargeReply>;
  
  ChargeAll: grpc.handleUnaryCall<_florin_ledger_v1_ChargeAllRequest__Output, _florin_ledger_v1_ChargeAllReply>;
  
  ChargeSavedCard: grpc.handleUnaryCall<_florin_ledger_v1_ChargeSavedCardRequest__Output, _florin_ledger_v1_ChargeSavedCardReply>;
  
  RequestPayment: grpc.handleUnaryCall<_florin_ledger_v1_RequestPaymentRequest__Output, _florin_ledger_v1_RequestPaymentReply>;
  
}

export interface ChargesServiceDefinition extends grpc.ServiceDefinition {
  CancelPaymentRequest: MethodDefinition<_florin_ledger_v1_CancelPaymentRequestRequest, _florin_ledger_v1_CancelPaymentRequestReply, _florin_ledger_v1_CancelPaymentRequestRequest__Output, _florin_ledger_v1_CancelPaymentRequestReply__Output>
  Charge: MethodDefinition<_florin_ledger_v1_ChargeRequest, _florin_ledger_v1_ChargeReply, _florin_ledger_v1_ChargeRequest__Output, _florin_ledger_v1_ChargeReply__Output>
  ChargeAll: MethodDefinition<_florin_ledger_v1_ChargeAllRequest, _florin_ledger_v1_ChargeAllReply, _florin_ledger_v1_ChargeAllRequest__Output, _florin_ledger_v1_ChargeAllReply__Output>
  ChargeSavedCard: MethodDefinition<_florin_ledger_v1_ChargeSavedCardRequest, _florin_ledger_v1_ChargeSavedCardReply, _florin_ledger_v1_ChargeSavedCardRequest__Output, _florin_ledger_v1_ChargeSavedCardReply__Output>
  RequestPayment: MethodDefinition<_florin_ledger_v1_RequestPaymentRequest, _florin_ledger_v1_RequestPaymentReply, _florin_ledger_v1_RequestPaymentRequest__Output, _florin_ledger_v1_RequestPaymentReply__Output>
}
