import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DepositReply as _florin_ledger_v1_DepositReply, DepositReply__Output as _florin_ledger_v1_DepositReply__Output } from './florin/ledger/v1/DepositReply.ts';
import type { DepositRequest as _florin_ledger_v1_DepositRequest, DepositRequest__Output as _florin_ledger_v1_DepositRequest__Output } from './florin/ledger/v1/DepositRequest.ts';
import type { EndWithdrawalReply as _florin_ledger_v1_EndWithdrawalReply, EndWithdrawalReply__Output as _florin_ledger_v1_EndWithdrawalReply__Output } from './florin/ledger/v1/EndWithdrawalReply.ts';
import type { EndWithdrawalRequest as _florin_ledger_v1_EndWithdrawalRequest, EndWithdrawalRequest__Output as _florin_ledger_v1_EndWithdrawalRequest__Output } from './florin/ledger/v1/EndWithdrawalRequest.ts';
import type { FinishAttemptReply as _florin_ledger_v1_FinishAttemptReply, FinishAttemptReply__Output as _florin_ledger_v1_FinishAttemptReply__Output } from './florin/ledger/v1/FinishAttemptReply.ts';
import type { FinishAttemptRequest as _florin_ledger_v1_FinishAttemptRequest, FinishAttemptRequest__Output as _florin_ledger_v1_FinishAttemptRequest__Output } from './florin/ledger/v1/FinishAttemptRequest.ts';
import type { FundsServiceClient as _florin_ledger_v1_FundsServiceClient, FundsServiceDefinition as _florin_ledger_v1_FundsServiceDefinition } from './florin/ledger/v1/FundsService.ts';
import type { WithdrawReply as _florin_ledger_v1_WithdrawReply, WithdrawReply__Output as _florin_ledger_v1_WithdrawReply__Output } from './florin/ledger/v1/WithdrawReply.ts';
import type { WithdrawRequest as _florin_ledger_v1_WithdrawRequest, WithdrawRequest__Output as _florin_ledger_v1_WithdrawRequest__Output } from './florin/ledger/v1/WithdrawRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    ledger: {
      v1: {
        DepositReply: MessageTypeDefinition<_florin_ledger_v1_DepositReply, _florin_ledger_v1_DepositReply__Output>
        DepositRequest: MessageTypeDefinition<_florin_ledger_v1_DepositRequest, _florin_ledger_v1_DepositRequest__Output>
        EndWithdrawalReply: MessageTypeDefinition<_florin_ledger_v1_EndWithdrawalReply, _florin_ledger_v1_EndWithdrawalReply__Output>
        EndWithdrawalRequest: MessageTypeDefinition<_florin_ledger_v1_EndWithdrawalRequest, _florin_ledger_v1_EndWithdrawalRequest__Output>
        FinishAttemptReply: MessageTypeDefinition<_florin_ledger_v1_FinishAttemptReply, _florin_ledger_v1_FinishAttemptReply__Output>
        FinishAttemptRequest: MessageTypeDefinition<_florin_ledger_v1_FinishAttemptRequest, _florin_ledger_v1_FinishAttemptRequest__Output>
        FundsService: SubtypeConstructor<typeof grpc.Client, _florin_ledger_v1_FundsServiceClient> & { service: _florin_ledger_v1_FundsServiceDefinition }
        WithdrawReply: MessageTypeDefinition<_florin_ledger_v1_WithdrawReply, _florin_ledger_v1_WithdrawReply__Output>
        WithdrawRequest: MessageTypeDefinition<_florin_ledger_v1_WithdrawRequest, _florin_ledger_v1_WithdrawRequest__Output>
      }
    }
  }
}

