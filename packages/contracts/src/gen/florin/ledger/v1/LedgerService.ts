// Original file: ../../protos/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { OpenBalanceReply as _florin_ledger_v1_OpenBalanceReply, OpenBalanceReply__Output as _florin_ledger_v1_OpenBalanceReply__Output } from '../../../florin/ledger/v1/OpenBalanceReply.ts';
import type { OpenBalanceRequest as _florin_ledger_v1_OpenBalanceRequest, OpenBalanceRequest__Output as _florin_ledger_v1_OpenBalanceRequest__Output } from '../../../florin/ledger/v1/OpenBalanceRequest.ts';

export interface LedgerServiceClient extends grpc.Client {
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  
}

export interface LedgerServiceHandlers extends grpc.UntypedServiceImplementation {
  OpenBalance: grpc.handleUnaryCall<_florin_ledger_v1_OpenBalanceRequest__Output, _florin_ledger_v1_OpenBalanceReply>;
  
}

export interface LedgerServiceDefinition extends grpc.ServiceDefinition {
  OpenBalance: MethodDefinition<_florin_ledger_v1_OpenBalanceRequest, _florin_ledger_v1_OpenBalanceReply, _florin_ledger_v1_OpenBalanceRequest__Output, _florin_ledger_v1_OpenBalanceReply__Output>
}
