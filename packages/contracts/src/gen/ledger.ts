import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { LedgerServiceClient as _florin_ledger_v1_LedgerServiceClient, LedgerServiceDefinition as _florin_ledger_v1_LedgerServiceDefinition } from './florin/ledger/v1/LedgerService.ts';
import type { OpenBalanceReply as _florin_ledger_v1_OpenBalanceReply, OpenBalanceReply__Output as _florin_ledger_v1_OpenBalanceReply__Output } from './florin/ledger/v1/OpenBalanceReply.ts';
import type { OpenBalanceRequest as _florin_ledger_v1_OpenBalanceRequest, OpenBalanceRequest__Output as _florin_ledger_v1_OpenBalanceRequest__Output } from './florin/ledger/v1/OpenBalanceRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    ledger: {
      v1: {
        LedgerService: SubtypeConstructor<typeof grpc.Client, _florin_ledger_v1_LedgerServiceClient> & { service: _florin_ledger_v1_LedgerServiceDefinition }
        OpenBalanceReply: MessageTypeDefinition<_florin_ledger_v1_OpenBalanceReply, _florin_ledger_v1_OpenBalanceReply__Output>
        OpenBalanceRequest: MessageTypeDefinition<_florin_ledger_v1_OpenBalanceRequest, _florin_ledger_v1_OpenBalanceRequest__Output>
      }
    }
  }
}

