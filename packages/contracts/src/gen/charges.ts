import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CancelPaymentRequestReply as _florin_ledger_v1_CancelPaymentRequestReply, CancelPaymentRequestReply__Output as _florin_ledger_v1_CancelPaymentRequestReply__Output } from './florin/ledger/v1/CancelPaymentRequestReply.ts';
import type { CancelPaymentRequestRequest as _florin_ledger_v1_CancelPaymentRequestRequest, CancelPaymentRequestRequest__Output as _florin_ledger_v1_CancelPaymentRequestRequest__Output } from './florin/ledger/v1/CancelPaymentRequestRequest.ts';
import type { ChargeAllReply as _florin_ledger_v1_ChargeAllReply, ChargeAllReply__Output as _florin_ledger_v1_ChargeAllReply__Output } from './florin/ledger/v1/ChargeAllReply.ts';
import type { ChargeAllRequest as _florin_ledger_v1_ChargeAllRequest, ChargeAllRequest__Output as _florin_ledger_v1_ChargeAllRequest__Output } from './florin/ledger/v1/ChargeAllRequest.ts';
import type { ChargeOutcome as _florin_ledger_v1_ChargeOutcome, ChargeOutcome__Output as _florin_ledger_v1_ChargeOutcome__Output } from './florin/ledger/v1/ChargeOutcome.ts';
import type { ChargeReply as _florin_ledger_v1_ChargeReply, ChargeReply__Output as _florin_ledger_v1_ChargeReply__Output } from './florin/ledger/v1/ChargeReply.ts';
import type { ChargeRequest as _florin_ledger_v1_ChargeRequest, ChargeRequest__Output as _florin_ledger_v1_ChargeRequest__Output } from './florin/ledger/v1/ChargeRequest.ts';
import type { ChargeSavedCardReply as _florin_ledger_v1_ChargeSavedCardReply, ChargeSavedCardReply__Output as _florin_ledger_v1_ChargeSavedCardReply__Output } from './florin/ledger/v1/ChargeSavedCardReply.ts';
import type { ChargeSavedCardRequest as _florin_ledger_v1_ChargeSavedCardRequest, ChargeSavedCardRequest__Output as _florin_ledger_v1_ChargeSavedCardRequest__Output } from './florin/ledger/v1/ChargeSavedCardRequest.ts';
import type { ChargesServiceClient as _florin_ledger_v1_ChargesServiceClient, ChargesServiceDefinition as _florin_ledger_v1_ChargesServiceDefinition } from './florin/ledger/v1/ChargesService.ts';
import type { ConsentTerms as _florin_ledger_v1_ConsentTerms, ConsentTerms__Output as _florin_ledger_v1_ConsentTerms__Output } from './florin/ledger/v1/ConsentTerms.ts';
import type { RequestPaymentReply as _florin_ledger_v1_RequestPaymentReply, RequestPaymentReply__Output as _florin_ledger_v1_RequestPaymentReply__Output } from './florin/ledger/v1/RequestPaymentReply.ts';
import type { RequestPaymentRequest as _florin_ledger_v1_RequestPaymentRequest, RequestPaymentRequest__Output as _florin_ledger_v1_RequestPaymentRequest__Output } from './florin/ledger/v1/RequestPaymentRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    ledger: {
      v1: {
        CancelPaymentRequestReply: MessageTypeDefinition<_florin_ledger_v1_CancelPaymentRequestReply, _florin_ledger_v1_CancelPaymentRequestReply__Output>
        CancelPaymentRequestRequest: MessageTypeDefinition<_florin_ledger_v1_CancelPaymentRequestRequest, _florin_ledger_v1_CancelPaymentRequestRequest__Output>
        ChargeAllReply: MessageTypeDefinition<_florin_ledger_v1_ChargeAllReply, _florin_ledger_v1_ChargeAllReply__Output>
        ChargeAllRequest: MessageTypeDefinition<_florin_ledger_v1_ChargeAllRequest, _florin_ledger_v1_ChargeAllRequest__Output>
        ChargeOutcome: MessageTypeDefinition<_florin_ledger_v1_ChargeOutcome, _florin_ledger_v1_ChargeOutcome__Output>
        ChargeReply: MessageTypeDefinition<_florin_ledger_v1_ChargeReply, _florin_ledger_v1_ChargeReply__Output>
        ChargeRequest: MessageTypeDefinition<_florin_ledger_v1_ChargeRequest, _florin_ledger_v1_ChargeRequest__Output>
        ChargeSavedCardReply: MessageTypeDefinition<_florin_ledger_v1_ChargeSavedCardReply, _florin_ledger_v1_ChargeSavedCardReply__Output>
        ChargeSavedCardRequest: MessageTypeDefinition<_florin_ledger_v1_ChargeSavedCardRequest, _florin_ledger_v1_ChargeSavedCardRequest__Output>
        ChargesService: SubtypeConstructor<typeof grpc.Client, _florin_ledger_v1_ChargesServiceClient> & { service: _florin_ledger_v1_ChargesServiceDefinition }
        ConsentTerms: MessageTypeDefinition<_florin_ledger_v1_ConsentTerms, _florin_ledger_v1_ConsentTerms__Output>
        RequestPaymentReply: MessageTypeDefinition<_florin_ledger_v1_RequestPaymentReply, _florin_ledger_v1_RequestPaymentReply__Output>
        RequestPaymentRequest: MessageTypeDefinition<_florin_ledger_v1_RequestPaymentRequest, _florin_ledger_v1_RequestPaymentRequest__Output>
      }
    }
  }
}

