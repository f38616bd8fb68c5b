import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BalancesServiceClient as _florin_ledger_v1_BalancesServiceClient, BalancesServiceDefinition as _florin_ledger_v1_BalancesServiceDefinition } from './florin/ledger/v1/BalancesService.ts';
import type { ChangeCurrencyReply as _florin_ledger_v1_ChangeCurrencyReply, ChangeCurrencyReply__Output as _florin_ledger_v1_ChangeCurrencyReply__Output } from './florin/ledger/v1/ChangeCurrencyReply.ts';
import type { ChangeCurrencyRequest as _florin_ledger_v1_ChangeCurrencyRequest, ChangeCurrencyRequest__Output as _florin_ledger_v1_ChangeCurrencyRequest__Output } from './florin/ledger/v1/ChangeCurrencyRequest.ts';
import type { CloseBalanceReply as _florin_ledger_v1_CloseBalanceReply, CloseBalanceReply__Output as _florin_ledger_v1_CloseBalanceReply__Output } from './florin/ledger/v1/CloseBalanceReply.ts';
import type { CloseBalanceRequest as _florin_ledger_v1_CloseBalanceRequest, CloseBalanceRequest__Output as _florin_ledger_v1_CloseBalanceRequest__Output } from './florin/ledger/v1/CloseBalanceRequest.ts';
import type { OpenBalanceReply as _florin_ledger_v1_OpenBalanceReply, OpenBalanceReply__Output as _florin_ledger_v1_OpenBalanceReply__Output } from './florin/ledger/v1/OpenBalanceReply.ts';
import type { OpenBalanceRequest as _florin_ledger_v1_OpenBalanceRequest, OpenBalanceRequest__Output as _florin_ledger_v1_OpenBalanceRequest__Output } from './florin/ledger/v1/OpenBalanceRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    ledger: {
      v1: {
        BalancesService: SubtypeConstructor<typeof grpc.Client, _florin_ledger_v1_BalancesServiceClient> & { service: _florin_ledger_v1_BalancesServiceDefinition }
        ChangeCurrencyReply: MessageTypeDefinition<_florin_ledger_v1_ChangeCurrencyReply, _florin_ledger_v1_ChangeCurrencyReply__Output>
        ChangeCurrencyRequest: MessageTypeDefinition<_florin_ledger_v1_ChangeCurrencyRequest, _florin_ledger_v1_ChangeCurrencyRequest__Output>
        CloseBalanceReply: MessageTypeDefinition<_florin_ledger_v1_CloseBalanceReply, _florin_ledger_v1_CloseBalanceReply__Output>
        CloseBalanceRequest: MessageTypeDefinition<_florin_ledger_v1_CloseBalanceRequest, _florin_ledger_v1_CloseBalanceRequest__Output>
        OpenBalanceReply: MessageTypeDefinition<_florin_ledger_v1_OpenBalanceReply, _florin_ledger_v1_OpenBalanceReply__Output>
        OpenBalanceRequest: MessageTypeDefinition<_florin_ledger_v1_OpenBalanceRequest, _florin_ledger_v1_OpenBalanceRequest__Output>
      }
    }
  }
}

