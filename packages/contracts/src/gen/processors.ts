import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthorizeRequest as _florin_processors_v1_AuthorizeRequest, AuthorizeRequest__Output as _florin_processors_v1_AuthorizeRequest__Output } from './florin/processors/v1/AuthorizeRequest.ts';
import type { CancelChargeRequest as _florin_processors_v1_CancelChargeRequest, CancelChargeRequest__Output as _florin_processors_v1_CancelChargeRequest__Output } from './florin/processors/v1/CancelChargeRequest.ts';
import type { Card as _florin_processors_v1_Card, Card__Output as _florin_processors_v1_Card__Output } from './florin/processors/v1/Card.ts';
import type { ChargeReply as _florin_processors_v1_ChargeReply, ChargeReply__Output as _florin_processors_v1_ChargeReply__Output } from './florin/processors/v1/ChargeReply.ts';
import type { ChargeSavedRequest as _florin_processors_v1_ChargeSavedRequest, ChargeSavedRequest__Output as _florin_processors_v1_ChargeSavedRequest__Output } from './florin/processors/v1/ChargeSavedRequest.ts';
import type { FindChargeRequest as _florin_processors_v1_FindChargeRequest, FindChargeRequest__Output as _florin_processors_v1_FindChargeRequest__Output } from './florin/processors/v1/FindChargeRequest.ts';
import type { FindOpenMoneyReply as _florin_processors_v1_FindOpenMoneyReply, FindOpenMoneyReply__Output as _florin_processors_v1_FindOpenMoneyReply__Output } from './florin/processors/v1/FindOpenMoneyReply.ts';
import type { FindOpenMoneyRequest as _florin_processors_v1_FindOpenMoneyRequest, FindOpenMoneyRequest__Output as _florin_processors_v1_FindOpenMoneyRequest__Output } from './florin/processors/v1/FindOpenMoneyRequest.ts';
import type { FindSavedMethodReply as _florin_processors_v1_FindSavedMethodReply, FindSavedMethodReply__Output as _florin_processors_v1_FindSavedMethodReply__Output } from './florin/processors/v1/FindSavedMethodReply.ts';
import type { FindSavedMethodRequest as _florin_processors_v1_FindSavedMethodRequest, FindSavedMethodRequest__Output as _florin_processors_v1_FindSavedMethodRequest__Output } from './florin/processors/v1/FindSavedMethodRequest.ts';
import type { ListCustomerDataReply as _florin_processors_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_processors_v1_ListCustomerDataReply__Output } from './florin/processors/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_processors_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_processors_v1_ListCustomerDataRequest__Output } from './florin/processors/v1/ListCustomerDataRequest.ts';
import type { ListMethodsReply as _florin_processors_v1_ListMethodsReply, ListMethodsReply__Output as _florin_processors_v1_ListMethodsReply__Output } from './florin/processors/v1/ListMethodsReply.ts';
import type { ListMethodsRequest as _florin_processors_v1_ListMethodsRequest, ListMethodsRequest__Output as _florin_processors_v1_ListMethodsRequest__Output } from './florin/processors/v1/ListMethodsRequest.ts';
import type { ListMoneyBackReply as _florin_processors_v1_ListMoneyBackReply, ListMoneyBackReply__Output as _florin_processors_v1_ListMoneyBackReply__Output } from './florin/processors/v1/ListMoneyBackReply.ts';
import type { ListMoneyBackRequest as _florin_processors_v1_ListMoneyBackRequest, ListMoneyBackRequest__Output as _florin_processors_v1_ListMoneyBackRequest__Output } from './florin/processors/v1/ListMoneyBackRequest.ts';
import type { ListWaysReply as _florin_processors_v1_ListWaysReply, ListWaysReply__Output as _florin_processors_v1_ListWaysReply__Output } from './florin/processors/v1/ListWaysReply.ts';
import type { ListWaysRequest as _florin_processors_v1_ListWaysRequest, ListWaysRequest__Output as _florin_processors_v1_ListWaysRequest__Output } from './florin/processors/v1/ListWaysRequest.ts';
import type { MakeMethodDefaultReply as _florin_processors_v1_MakeMethodDefaultReply, MakeMethodDefaultReply__Output as _florin_processors_v1_MakeMethodDefaultReply__Output } from './florin/processors/v1/MakeMethodDefaultReply.ts';
import type { MakeMethodDefaultRequest as _florin_processors_v1_MakeMethodDefaultRequest, MakeMethodDefaultRequest__Output as _florin_processors_v1_MakeMethodDefaultRequest__Output } from './florin/processors/v1/MakeMethodDefaultRequest.ts';
import type { Method as _florin_processors_v1_Method, Method__Output as _florin_processors_v1_Method__Output } from './florin/processors/v1/Method.ts';
import type { MoneyBack as _florin_processors_v1_MoneyBack, MoneyBack__Output as _florin_processors_v1_MoneyBack__Output } from './florin/processors/v1/MoneyBack.ts';
import type { OpenMethodPageReply as _florin_processors_v1_OpenMethodPageReply, OpenMethodPageReply__Output as _florin_processors_v1_OpenMethodPageReply__Output } from './florin/processors/v1/OpenMethodPageReply.ts';
import type { OpenMethodPageRequest as _florin_processors_v1_OpenMethodPageRequest, OpenMethodPageRequest__Output as _florin_processors_v1_OpenMethodPageRequest__Output } from './florin/processors/v1/OpenMethodPageRequest.ts';
import type { PayOutRestReply as _florin_processors_v1_PayOutRestReply, PayOutRestReply__Output as _florin_processors_v1_PayOutRestReply__Output } from './florin/processors/v1/PayOutRestReply.ts';
import type { PayOutRestRequest as _florin_processors_v1_PayOutRestRequest, PayOutRestRequest__Output as _florin_processors_v1_PayOutRestRequest__Output } from './florin/processors/v1/PayOutRestRequest.ts';
import type { ProcessorsServiceClient as _florin_processors_v1_ProcessorsServiceClient, ProcessorsServiceDefinition as _florin_processors_v1_ProcessorsServiceDefinition } from './florin/processors/v1/ProcessorsService.ts';
import type { RefundInvoiceReply as _florin_processors_v1_RefundInvoiceReply, RefundInvoiceReply__Output as _florin_processors_v1_RefundInvoiceReply__Output } from './florin/processors/v1/RefundInvoiceReply.ts';
import type { RefundInvoiceRequest as _florin_processors_v1_RefundInvoiceRequest, RefundInvoiceRequest__Output as _florin_processors_v1_RefundInvoiceRequest__Output } from './florin/processors/v1/RefundInvoiceRequest.ts';
import type { RemoveMethodReply as _florin_processors_v1_RemoveMethodReply, RemoveMethodReply__Output as _florin_processors_v1_RemoveMethodReply__Output } from './florin/processors/v1/RemoveMethodReply.ts';
import type { RemoveMethodRequest as _florin_processors_v1_RemoveMethodRequest, RemoveMethodRequest__Output as _florin_processors_v1_RemoveMethodRequest__Output } from './florin/processors/v1/RemoveMethodRequest.ts';
import type { Transfer as _florin_processors_v1_Transfer, Transfer__Output as _florin_processors_v1_Transfer__Output } from './florin/processors/v1/Transfer.ts';
import type { Way as _florin_processors_v1_Way, Way__Output as _florin_processors_v1_Way__Output } from './florin/processors/v1/Way.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    processors: {
      v1: {
        AuthorizeRequest: MessageTypeDefinition<_florin_processors_v1_AuthorizeRequest, _florin_processors_v1_AuthorizeRequest__Output>
        CancelChargeRequest: MessageTypeDefinition<_florin_processors_v1_CancelChargeRequest, _florin_processors_v1_CancelChargeRequest__Output>
        Card: MessageTypeDefinition<_florin_processors_v1_Card, _florin_processors_v1_Card__Output>
        ChargeReply: MessageTypeDefinition<_florin_processors_v1_ChargeReply, _florin_processors_v1_ChargeReply__Output>
        ChargeSavedRequest: MessageTypeDefinition<_florin_processors_v1_ChargeSavedRequest, _florin_processors_v1_ChargeSavedRequest__Output>
        FindChargeRequest: MessageTypeDefinition<_florin_processors_v1_FindChargeRequest, _florin_processors_v1_FindChargeRequest__Output>
        FindOpenMoneyReply: MessageTypeDefinition<_florin_processors_v1_FindOpenMoneyReply, _florin_processors_v1_FindOpenMoneyReply__Output>
        FindOpenMoneyRequest: MessageTypeDefinition<_florin_processors_v1_FindOpenMoneyRequest, _florin_processors_v1_FindOpenMoneyRequest__Output>
        FindSavedMethodReply: MessageTypeDefinition<_florin_processors_v1_FindSavedMethodReply, _florin_processors_v1_FindSavedMethodReply__Output>
        FindSavedMethodRequest: MessageTypeDefinition<_florin_processors_v1_FindSavedMethodRequest, _florin_processors_v1_FindSavedMethodRequest__Output>
        ListCustomerDataReply: MessageTypeDefinition<_florin_processors_v1_ListCustomerDataReply, _florin_processors_v1_ListCustomerDataReply__Output>
        ListCustomerDataRequest: MessageTypeDefinition<_florin_processors_v1_ListCustomerDataRequest, _florin_processors_v1_ListCustomerDataRequest__Output>
        ListMethodsReply: MessageTypeDefinition<_florin_processors_v1_ListMethodsReply, _florin_processors_v1_ListMethodsReply__Output>
        ListMethodsRequest: MessageTypeDefinition<_florin_processors_v1_ListMethodsRequest, _florin_processors_v1_ListMethodsRequest__Output>
        ListMoneyBackReply: MessageTypeDefinition<_florin_processors_v1_ListMoneyBackReply, _florin_processors_v1_ListMoneyBackReply__Output>
        ListMoneyBackRequest: MessageTypeDefinition<_florin_processors_v1_ListMoneyBackRequest, _florin_processors_v1_ListMoneyBackRequest__Output>
        ListWaysReply: MessageTypeDefinition<_florin_processors_v1_ListWaysReply, _florin_processors_v1_ListWaysReply__Output>
        ListWaysRequest: MessageTypeDefinition<_florin_processors_v1_ListWaysRequest, _florin_processors_v1_ListWaysRequest__Output>
        MakeMethodDefaultReply: MessageTypeDefinition<_florin_processors_v1_MakeMethodDefaultReply, _florin_processors_v1_MakeMethodDefaultReply__Output>
        MakeMethodDefaultRequest: MessageTypeDefinition<_florin_processors_v1_MakeMethodDefaultRequest, _florin_processors_v1_MakeMethodDefaultRequest__Output>
        Method: MessageTypeDefinition<_florin_processors_v1_Method, _florin_processors_v1_Method__Output>
        MoneyBack: MessageTypeDefinition<_florin_processors_v1_MoneyBack, _florin_processors_v1_MoneyBack__Output>
        OpenMethodPageReply: MessageTypeDefinition<_florin_processors_v1_OpenMethodPageReply, _florin_processors_v1_OpenMethodPageReply__Output>
        OpenMethodPageRequest: MessageTypeDefinition<_florin_processors_v1_OpenMethodPageRequest, _florin_processors_v1_OpenMethodPageRequest__Output>
        PayOutRestReply: MessageTypeDefinition<_florin_processors_v1_PayOutRestReply, _florin_processors_v1_PayOutRestReply__Output>
        PayOutRestRequest: MessageTypeDefinition<_florin_processors_v1_PayOutRestRequest, _florin_processors_v1_PayOutRestRequest__Output>
        ProcessorsService: SubtypeConstructor<typeof grpc.Client, _florin_processors_v1_ProcessorsServiceClient> & { service: _florin_processors_v1_ProcessorsServiceDefinition }
        RefundInvoiceReply: MessageTypeDefinition<_florin_processors_v1_RefundInvoiceReply, _florin_processors_v1_RefundInvoiceReply__Output>
        RefundInvoiceRequest: MessageTypeDefinition<_florin_processors_v1_RefundInvoiceRequest, _florin_processors_v1_RefundInvoiceRequest__Output>
        RemoveMethodReply: MessageTypeDefinition<_florin_processors_v1_RemoveMethodReply, _florin_processors_v1_RemoveMethodReply__Output>
        RemoveMethodRequest: MessageTypeDefinition<_florin_processors_v1_RemoveMethodRequest, _florin_processors_v1_RemoveMethodRequest__Output>
        Transfer: MessageTypeDefinition<_florin_processors_v1_Transfer, _florin_processors_v1_Transfer__Output>
        Way: MessageTypeDefinition<_florin_processors_v1_Way, _florin_processors_v1_Way__Output>
      }
    }
  }
}

