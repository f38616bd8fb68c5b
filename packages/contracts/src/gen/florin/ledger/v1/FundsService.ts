// Original file: ../../protos/ledger/v1/funds.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DepositReply as _florin_ledger_v1_DepositReply, DepositReply__Output as _florin_ledger_v1_DepositReply__Output } from '../../../florin/ledger/v1/DepositReply.ts';
import type { DepositRequest as _florin_ledger_v1_DepositRequest, DepositRequest__Output as _florin_ledger_v1_DepositRequest__Output } from '../../../florin/ledger/v1/DepositRequest.ts';
import type { EndWithdrawalReply as _florin_ledger_v1_EndWithdrawalReply, EndWithdrawalReply__Output as _florin_ledger_v1_EndWithdrawalReply__Output } from '../../../florin/ledger/v1/EndWithdrawalReply.ts';
import type { EndWithdrawalRequest as _florin_ledger_v1_EndWithdrawalRequest, EndWithdrawalRequest__Output as _florin_ledger_v1_EndWithdrawalRequest__Output } from '../../../florin/ledger/v1/EndWithdrawalRequest.ts';
import type { FinishAttemptReply as _florin_ledger_v1_FinishAttemptReply, FinishAttemptReply__Output as _florin_ledger_v1_FinishAttemptReply__Output } from '../../../florin/ledger/v1/FinishAttemptReply.ts';
import type { FinishAttemptRequest as _florin_ledger_v1_FinishAttemptRequest, FinishAttemptRequest__Output as _florin_ledger_v1_FinishAttemptRequest__Output } from '../../../florin/ledger/v1/FinishAttemptRequest.ts';
import type { WithdrawReply as _florin_ledger_v1_WithdrawReply, WithdrawReply__Output as _florin_ledger_v1_WithdrawReply__Output } from '../../../florin/ledger/v1/WithdrawReply.ts';
import type { WithdrawRequest as _florin_ledger_v1_WithdrawRequest, WithdrawRequest__Output as _florin_ledger_v1_WithdrawRequest__Output } from '../../../florin/ledger/v1/WithdrawRequest.ts';

export interface FundsServiceClient extends grpc.Client {
  Deposit(argument: _florin_ledger_v1_DepositRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  Deposit(argument: _florin_ledger_v1_DepositRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  Deposit(argument: _florin_ledger_v1_DepositRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  Deposit(argument: _florin_ledger_v1_DepositRequest, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  deposit(argument: _florin_ledger_v1_DepositRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  deposit(argument: _florin_ledger_v1_DepositRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  deposit(argument: _florin_ledger_v1_DepositRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  deposit(argument: _florin_ledger_v1_DepositRequest, callback: grpc.requestCallback<_florin_ledger_v1_DepositReply__Output>): grpc.ClientUnaryCall;
  
  EndWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  EndWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  EndWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  EndWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  endWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  endWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  endWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  endWithdrawal(argument: _florin_ledger_v1_EndWithdrawalRequest, callback: grpc.requestCallback<_florin_ledger_v1_EndWithdrawalReply__Output>): grpc.ClientUnaryCall;
  
  FinishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  FinishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  FinishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  FinishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  finishAttempt(argument: _florin_ledger_v1_FinishAttemptRequest, callback: grpc.requestCallback<_florin_ledger_v1_FinishAttemptReply__Output>): grpc.ClientUnaryCall;
  
  Withdraw(argument: _florin_ledger_v1_WithdrawRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  Withdraw(argument: _florin_ledger_v1_WithdrawRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  Withdraw(argument: _florin_ledger_v1_WithdrawRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  Withdraw(argument: _florin_ledger_v1_WithdrawRequest, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  withdraw(argument: _florin_ledger_v1_WithdrawRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  withdraw(argument: _florin_ledger_v1_WithdrawRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  withdraw(argument: _florin_ledger_v1_WithdrawRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  withdraw(argument: _florin_ledger_v1_WithdrawRequest, callback: grpc.requestCallback<_florin_ledger_v1_WithdrawReply__Output>): grpc.ClientUnaryCall;
  
}

export interface FundsServiceHandlers extends grpc.UntypedServiceImplementation {
  Deposit: grpc.handleUnaryCall<_florin_ledger_v1_DepositRequest__Output, _florin_ledger_v1_DepositReply>;
  
  EndWithdrawal: grpc.handleUnaryCall<_florin_ledger_v1_EndWithdrawalRequest__Output, _florin_ledger_v1_EndWithdrawalReply>;
  
  FinishAttempt: grpc.handleUnaryCall<_florin_ledger_v1_FinishAttemptRequest__Output, _florin_ledger_v1_FinishAttemptReply>;
  
  Withdraw: grpc.handleUnaryCall<_florin_ledger_v1_WithdrawRequest__Output, _florin_ledger_v1_WithdrawReply>;
  
}

export interface FundsServiceDefinition extends grpc.ServiceDefinition {
  Deposit: MethodDefinition<_florin_ledger_v1_DepositRequest, _florin_ledger_v1_DepositReply, _florin_ledger_v1_DepositRequest__Output, _florin_ledger_v1_DepositReply__Output>
  EndWithdrawal: MethodDefinition<_florin_ledger_v1_EndWithdrawalRequest, _florin_ledger_v1_EndWithdrawalReply, _florin_ledger_v1_EndWithdrawalRequest__Output, _florin_ledger_v1_EndWithdrawalReply__Output>
  FinishAttempt: MethodDefinition<_florin_ledger_v1_FinishAttemptRequest, _florin_ledger_v1_FinishAttemptReply, _florin_ledger_v1_FinishAttemptRequest__Output, _florin_ledger_v1_FinishAttemptReply__Output>
  Withdraw: MethodDefinition<_florin_ledger_v1_WithdrawRequest, _florin_ledger_v1_WithdrawReply, _florin_ledger_v1_WithdrawRequest__Output, _florin_ledger_v1_WithdrawReply__Output>
}
