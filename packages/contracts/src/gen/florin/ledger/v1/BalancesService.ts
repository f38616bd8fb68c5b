// Original file: ../../protos/ledger/v1/balances.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChangeCurrencyReply as _florin_ledger_v1_ChangeCurrencyReply, ChangeCurrencyReply__Output as _florin_ledger_v1_ChangeCurrencyReply__Output } from '../../../florin/ledger/v1/ChangeCurrencyReply.ts';
import type { ChangeCurrencyRequest as _florin_ledger_v1_ChangeCurrencyRequest, ChangeCurrencyRequest__Output as _florin_ledger_v1_ChangeCurrencyRequest__Output } from '../../../florin/ledger/v1/ChangeCurrencyRequest.ts';
import type { CloseBalanceReply as _florin_ledger_v1_CloseBalanceReply, CloseBalanceReply__Output as _florin_ledger_v1_CloseBalanceReply__Output } from '../../../florin/ledger/v1/CloseBalanceReply.ts';
import type { CloseBalanceRequest as _florin_ledger_v1_CloseBalanceRequest, CloseBalanceRequest__Output as _florin_ledger_v1_CloseBalanceRequest__Output } from '../../../florin/ledger/v1/CloseBalanceRequest.ts';
import type { OpenBalanceReply as _florin_ledger_v1_OpenBalanceReply, OpenBalanceReply__Output as _florin_ledger_v1_OpenBalanceReply__Output } from '../../../florin/ledger/v1/OpenBalanceReply.ts';
import type { OpenBalanceRequest as _florin_ledger_v1_OpenBalanceRequest, OpenBalanceRequest__Output as _florin_ledger_v1_OpenBalanceRequest__Output } from '../../../florin/ledger/v1/OpenBalanceRequest.ts';

export interface BalancesServiceClient extends grpc.Client {
  ChangeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  ChangeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  ChangeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  ChangeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  changeCurrency(argument: _florin_ledger_v1_ChangeCurrencyRequest, callback: grpc.requestCallback<_florin_ledger_v1_ChangeCurrencyReply__Output>): grpc.ClientUnaryCall;
  
  CloseBalance(argument: _florin_ledger_v1_CloseBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  CloseBalance(argument: _florin_ledger_v1_CloseBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  CloseBalance(argument: _florin_ledger_v1_CloseBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  CloseBalance(argument: _florin_ledger_v1_CloseBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  closeBalance(argument: _florin_ledger_v1_CloseBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  closeBalance(argument: _florin_ledger_v1_CloseBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  closeBalance(argument: _florin_ledger_v1_CloseBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  closeBalance(argument: _florin_ledger_v1_CloseBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_CloseBalanceReply__Output>): grpc.ClientUnaryCall;
  
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  OpenBalance(argument: _florin_ledger_v1_OpenBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  openBalance(argument: _florin_ledger_v1_OpenBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_OpenBalanceReply__Output>): grpc.ClientUnaryCall;
  
}

export interface BalancesServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangeCurrency: grpc.handleUnaryCall<_florin_ledger_v1_ChangeCurrencyRequest__Output, _florin_ledger_v1_ChangeCurrencyReply>;
  
  CloseBalance: grpc.handleUnaryCall<_florin_ledger_v1_CloseBalanceRequest__Output, _florin_ledger_v1_CloseBalanceReply>;
  
  OpenBalance: grpc.handleUnaryCall<_florin_ledger_v1_OpenBalanceRequest__Output, _florin_ledger_v1_OpenBalanceReply>;
  
}

export interface BalancesServiceDefinition extends grpc.ServiceDefinition {
  ChangeCurrency: MethodDefinition<_florin_ledger_v1_ChangeCurrencyRequest, _florin_ledger_v1_ChangeCurrencyReply, _florin_ledger_v1_ChangeCurrencyRequest__Output, _florin_ledger_v1_ChangeCurrencyReply__Output>
  CloseBalance: MethodDefinition<_florin_ledger_v1_CloseBalanceRequest, _florin_ledger_v1_CloseBalanceReply, _florin_ledger_v1_CloseBalanceRequest__Output, _florin_ledger_v1_CloseBalanceReply__Output>
  OpenBalance: MethodDefinition<_florin_ledger_v1_OpenBalanceRequest, _florin_ledger_v1_OpenBalanceReply, _florin_ledger_v1_OpenBalanceRequest__Output, _florin_ledger_v1_OpenBalanceReply__Output>
}
