// Original file: ../../protos/accounts/v1/accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Account as _florin_accounts_v1_Account, Account__Output as _florin_accounts_v1_Account__Output } from '../../../florin/accounts/v1/Account.ts';
import type { GetAccountRequest as _florin_accounts_v1_GetAccountRequest, GetAccountRequest__Output as _florin_accounts_v1_GetAccountRequest__Output } from '../../../florin/accounts/v1/GetAccountRequest.ts';
import type { GetPlatformAccountRequest as _florin_accounts_v1_GetPlatformAccountRequest, GetPlatformAccountRequest__Output as _florin_accounts_v1_GetPlatformAccountRequest__Output } from '../../../florin/accounts/v1/GetPlatformAccountRequest.ts';

export interface AccountsServiceClient extends grpc.Client {
  GetAccount(argument: _florin_accounts_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _florin_accounts_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _florin_accounts_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _florin_accounts_v1_GetAccountRequest, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _florin_accounts_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _florin_accounts_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _florin_accounts_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _florin_accounts_v1_GetAccountRequest, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  
  GetPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  GetPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  GetPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  GetPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  getPlatformAccount(argument: _florin_accounts_v1_GetPlatformAccountRequest, callback: grpc.requestCallback<_florin_accounts_v1_Account__Output>): grpc.ClientUnaryCall;
  
}

export interface AccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  GetAccount: grpc.handleUnaryCall<_florin_accounts_v1_GetAccountRequest__Output, _florin_accounts_v1_Account>;
  
  GetPlatformAccount: grpc.handleUnaryCall<_florin_accounts_v1_GetPlatformAccountRequest__Output, _florin_accounts_v1_Account>;
  
}

export interface AccountsServiceDefinition extends grpc.ServiceDefinition {
  GetAccount: MethodDefinition<_florin_accounts_v1_GetAccountRequest, _florin_accounts_v1_Account, _florin_accounts_v1_GetAccountRequest__Output, _florin_accounts_v1_Account__Output>
  GetPlatformAccount: MethodDefinition<_florin_accounts_v1_GetPlatformAccountRequest, _florin_accounts_v1_Account, _florin_accounts_v1_GetPlatformAccountRequest__Output, _florin_accounts_v1_Account__Output>
}
