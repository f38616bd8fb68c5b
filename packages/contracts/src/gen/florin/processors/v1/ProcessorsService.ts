// Original file: ../../protos/processors/v1/processors.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuthorizeRequest as _florin_processors_v1_AuthorizeRequest, AuthorizeRequest__Output as _florin_processors_v1_AuthorizeRequest__Output } from '../../../florin/processors/v1/AuthorizeRequest.ts';
import type { CancelChargeRequest as _florin_processors_v1_CancelChargeRequest, CancelChargeRequest__Output as _florin_processors_v1_CancelChargeRequest__Output } from '../../../florin/processors/v1/CancelChargeRequest.ts';
import type { ChargeReply as _florin_processors_v1_ChargeReply, ChargeReply__Output as _florin_processors_v1_ChargeReply__Output } from '../../../florin/processors/v1/ChargeReply.ts';
import type { ChargeSavedRequest as _florin_processors_v1_ChargeSavedRequest, ChargeSavedRequest__Output as _florin_processors_v1_ChargeSavedRequest__Output } from '../../../florin/processors/v1/ChargeSavedRequest.ts';
import type { FindChargeRequest as _florin_processors_v1_FindChargeRequest, FindChargeRequest__Output as _florin_processors_v1_FindChargeRequest__Output } from '../../../florin/processors/v1/FindChargeRequest.ts';
import type { FindOpenMoneyReply as _florin_processors_v1_FindOpenMoneyReply, FindOpenMoneyReply__Output as _florin_processors_v1_FindOpenMoneyReply__Output } from '../../../florin/processors/v1/FindOpenMoneyReply.ts';
import type { FindOpenMoneyRequest as _florin_processors_v1_FindOpenMoneyRequest, FindOpenMoneyRequest__Output as _florin_processors_v1_FindOpenMoneyRequest__Output } from '../../../florin/processors/v1/FindOpenMoneyRequest.ts';
import type { FindSavedMethodReply as _florin_processors_v1_FindSavedMethodReply, FindSavedMethodReply__Output as _florin_processors_v1_FindSavedMethodReply__Output } from '../../../florin/processors/v1/FindSavedMethodReply.ts';
import type { FindSavedMethodRequest as _florin_processors_v1_FindSavedMethodRequest, FindSavedMethodRequest__Output as _florin_processors_v1_FindSavedMethodRequest__Output } from '../../../florin/processors/v1/FindSavedMethodRequest.ts';
import type { ListCustomerDataReply as _florin_processors_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_processors_v1_ListCustomerDataReply__Output } from '../../../florin/processors/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_processors_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_processors_v1_ListCustomerDataRequest__Output } from '../../../florin/processors/v1/ListCustomerDataRequest.ts';
import type { ListMethodsReply as _florin_processors_v1_ListMethodsReply, ListMethodsReply__Output as _florin_processors_v1_ListMethodsReply__Output } from '../../../florin/processors/v1/ListMethodsReply.ts';
import type { ListMethodsRequest as _florin_processors_v1_ListMethodsRequest, ListMethodsRequest__Output as _florin_processors_v1_ListMethodsRequest__Output } from '../../../florin/processors/v1/ListMethodsRequest.ts';
import type { ListMoneyBackReply as _florin_processors_v1_ListMoneyBackReply, ListMoneyBackReply__Output as _florin_processors_v1_ListMoneyBackReply__Output } from '../../../florin/processors/v1/ListMoneyBackReply.ts';
import type { ListMoneyBackRequest as _florin_processors_v1_ListMoneyBackRequest, ListMoneyBackRequest__Output as _florin_processors_v1_ListMoneyBackRequest__Output } from '../../../florin/processors/v1/ListMoneyBackRequest.ts';
import type { ListWaysReply as _florin_processors_v1_ListWaysReply, ListWaysReply__Output as _florin_processors_v1_ListWaysReply__Output } from '../../../florin/processors/v1/ListWaysReply.ts';
import type { ListWaysRequest as _florin_processors_v1_ListWaysRequest, ListWaysRequest__Output as _florin_processors_v1_ListWaysRequest__Output } from '../../../florin/processors/v1/ListWaysRequest.ts';
import type { MakeMethodDefaultReply as _florin_processors_v1_MakeMethodDefaultReply, MakeMethodDefaultReply__Output as _florin_processors_v1_MakeMethodDefaultReply__Output } from '../../../florin/processors/v1/MakeMethodDefaultReply.ts';
import type { MakeMethodDefaultRequest as _florin_processors_v1_MakeMethodDefaultRequest, MakeMethodDefaultRequest__Output as _florin_processors_v1_MakeMethodDefaultRequest__Output } from '../../../florin/processors/v1/MakeMethodDefaultRequest.ts';
import type { OpenMethodPageReply as _florin_processors_v1_OpenMethodPageReply, OpenMethodPageReply__Output as _florin_processors_v1_OpenMethodPageReply__Output } from '../../../florin/processors/v1/OpenMethodPageReply.ts';
import type { OpenMethodPageRequest as _florin_processors_v1_OpenMethodPageRequest, OpenMethodPageRequest__Output as _florin_processors_v1_OpenMethodPageRequest__Output } from '../../../florin/processors/v1/OpenMethodPageRequest.ts';
import type { PayOutRestReply as _florin_processors_v1_PayOutRestReply, PayOutRestReply__Output as _florin_processors_v1_PayOutRestReply__Output } from '../../../florin/processors/v1/PayOutRestReply.ts';
import type { PayOutRestRequest as _florin_processors_v1_PayOutRestRequest, PayOutRestRequest__Output as _florin_processors_v1_PayOutRestRequest__Output } from '../../../florin/processors/v1/PayOutRestRequest.ts';
import type { RefundInvoiceReply as _florin_processors_v1_RefundInvoiceReply, RefundInvoiceReply__Output as _florin_processors_v1_RefundInvoiceReply__Output } from '../../../florin/processors/v1/RefundInvoiceReply.ts';
import type { RefundInvoiceRequest as _florin_processors_v1_RefundInvoiceRequest, RefundInvoiceRequest__Output as _florin_processors_v1_RefundInvoiceRequest__Output } from '../../../florin/processors/v1/RefundInvoiceRequest.ts';
import type { RemoveMethodReply as _florin_processors_v1_RemoveMethodReply, RemoveMethodReply__Output as _florin_processors_v1_RemoveMethodReply__Output } from '../../../florin/processors/v1/RemoveMethodReply.ts';
import type { RemoveMethodRequest as _florin_processors_v1_RemoveMethodRequest, RemoveMethodRequest__Output as _florin_processors_v1_RemoveMethodRequest__Output } from '../../../florin/processors/v1/RemoveMethodRequest.ts';

export interface ProcessorsServiceClient extends grpc.Client {
  Authorize(argument: _florin_processors_v1_AuthorizeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  Authorize(argument: _florin_processors_v1_AuthorizeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  Authorize(argument: _florin_processors_v1_AuthorizeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  Authorize(argument: _florin_processors_v1_AuthorizeRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  authorize(argument: _florin_processors_v1_AuthorizeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  authorize(argument: _florin_processors_v1_AuthorizeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  authorize(argument: _florin_processors_v1_AuthorizeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  authorize(argument: _florin_processors_v1_AuthorizeRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  
  CancelCharge(argument: _florin_processors_v1_CancelChargeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  CancelCharge(argument: _florin_processors_v1_CancelChargeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  CancelCharge(argument: _florin_processors_v1_CancelChargeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  CancelCharge(argument: _florin_processors_v1_CancelChargeRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  cancelCharge(argument: _florin_processors_v1_CancelChargeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  cancelCharge(argument: _florin_processors_v1_CancelChargeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  cancelCharge(argument: _florin_processors_v1_CancelChargeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  cancelCharge(argument: _florin_processors_v1_CancelChargeRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  
  ChargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  ChargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  ChargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  ChargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  chargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  chargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  chargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  chargeSaved(argument: _florin_processors_v1_ChargeSavedRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  
  FindCharge(argument: _florin_processors_v1_FindChargeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  FindCharge(argument: _florin_processors_v1_FindChargeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  FindCharge(argument: _florin_processors_v1_FindChargeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  FindCharge(argument: _florin_processors_v1_FindChargeRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  findCharge(argument: _florin_processors_v1_FindChargeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  findCharge(argument: _florin_processors_v1_FindChargeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  findCharge(argument: _florin_processors_v1_FindChargeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  findCharge(argument: _florin_processors_v1_FindChargeRequest, callback: grpc.requestCallback<_florin_processors_v1_ChargeReply__Output>): grpc.ClientUnaryCall;
  
  FindOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  FindOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  FindOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  FindOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  findOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  findOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  findOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  findOpenMoney(argument: _florin_processors_v1_FindOpenMoneyRequest, callback: grpc.requestCallback<_florin_processors_v1_FindOpenMoneyReply__Output>): grpc.ClientUnaryCall;
  
  FindSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  FindSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  FindSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  FindSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  findSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  findSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  findSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  findSavedMethod(argument: _florin_processors_v1_FindSavedMethodRequest, callback: grpc.requestCallback<_florin_processors_v1_FindSavedMethodReply__Output>): grpc.ClientUnaryCall;
  
  ListCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_processors_v1_ListCustomerDataRequest, callback: grpc.requestCallback<_florin_processors_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  
  ListMethods(argument: _florin_processors_v1_ListMethodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  ListMethods(argument: _florin_processors_v1_ListMethodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  ListMethods(argument: _florin_processors_v1_ListMethodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  ListMethods(argument: _florin_processors_v1_ListMethodsRequest, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  listMethods(argument: _florin_processors_v1_ListMethodsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  listMethods(argument: _florin_processors_v1_ListMethodsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  listMethods(argument: _florin_processors_v1_ListMethodsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  listMethods(argument: _florin_processors_v1_ListMethodsRequest, callback: grpc.requestCallback<_florin_processors_v1_ListMethodsReply__Output>): grpc.ClientUnaryCall;
  
  ListMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  ListMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  ListMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  ListMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  listMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  listMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  listMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  listMoneyBack(argument: _florin_processors_v1_ListMoneyBackRequest, callback: grpc.requestCallback<_florin_processors_v1_ListMoneyBackReply__Output>): grpc.ClientUnaryCall;
  
  ListWays(argument: _florin_processors_v1_ListWaysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  ListWays(argument: _florin_processors_v1_ListWaysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  ListWays(argument: _florin_processors_v1_ListWaysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  ListWays(argument: _florin_processors_v1_ListWaysRequest, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  listWays(argument: _florin_processors_v1_ListWaysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  listWays(argument: _florin_processors_v1_ListWaysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  listWays(argument: _florin_processors_v1_ListWaysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  listWays(argument: _florin_processors_v1_ListWaysRequest, callback: grpc.requestCallback<_florin_processors_v1_ListWaysReply__Output>): grpc.ClientUnaryCall;
  
  MakeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  MakeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  MakeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  MakeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  makeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  makeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  makeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  makeMethodDefault(argument: _florin_processors_v1_MakeMethodDefaultRequest, callback: grpc.requestCallback<_florin_processors_v1_MakeMethodDefaultReply__Output>): grpc.ClientUnaryCall;
  
  OpenMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  OpenMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  OpenMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  OpenMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  openMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  openMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  openMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  openMethodPage(argument: _florin_processors_v1_OpenMethodPageRequest, callback: grpc.requestCallback<_florin_processors_v1_OpenMethodPageReply__Output>): grpc.ClientUnaryCall;
  
  PayOutRest(argument: _florin_processors_v1_PayOutRestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  PayOutRest(argument: _florin_processors_v1_PayOutRestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  PayOutRest(argument: _florin_processors_v1_PayOutRestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  PayOutRest(argument: _florin_processors_v1_PayOutRestRequest, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  payOutRest(argument: _florin_processors_v1_PayOutRestRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  payOutRest(argument: _florin_processors_v1_PayOutRestRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  payOutRest(argument: _florin_processors_v1_PayOutRestRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  payOutRest(argument: _florin_processors_v1_PayOutRestRequest, callback: grpc.requestCallback<_florin_processors_v1_PayOutRestReply__Output>): grpc.ClientUnaryCall;
  
  RefundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  RefundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  RefundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  RefundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _florin_processors_v1_RefundInvoiceRequest, callback: grpc.requestCallback<_florin_processors_v1_RefundInvoiceReply__Output>): grpc.ClientUnaryCall;
  
  RemoveMethod(argument: _florin_processors_v1_RemoveMethodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  RemoveMethod(argument: _florin_processors_v1_RemoveMethodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  RemoveMethod(argument: _florin_processors_v1_RemoveMethodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  RemoveMethod(argument: _florin_processors_v1_RemoveMethodRequest, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  removeMethod(argument: _florin_processors_v1_RemoveMethodRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  removeMethod(argument: _florin_processors_v1_RemoveMethodRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  removeMethod(argument: _florin_processors_v1_RemoveMethodRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  removeMethod(argument: _florin_processors_v1_RemoveMethodRequest, callback: grpc.requestCallback<_florin_processors_v1_RemoveMethodReply__Output>): grpc.ClientUnaryCall;
  
}

export interface ProcessorsServiceHandlers extends grpc.UntypedServiceImplementation {
  Authorize: grpc.handleUnaryCall<_florin_processors_v1_AuthorizeRequest__Output, _florin_processors_v1_ChargeReply>;
  
  CancelCharge: grpc.handleUnaryCall<_florin_processors_v1_CancelChargeRequest__Output, _florin_processors_v1_ChargeReply>;
  
  ChargeSaved: grpc.handleUnaryCall<_florin_processors_v1_ChargeSavedRequest__Output, _florin_processors_v1_ChargeReply>;
  
  FindCharge: grpc.handleUnaryCall<_florin_processors_v1_FindChargeRequest__Output, _florin_processors_v1_ChargeReply>;
  
  FindOpenMoney: grpc.handleUnaryCall<_florin_processors_v1_FindOpenMoneyRequest__Output, _florin_processors_v1_FindOpenMoneyReply>;
  
  FindSavedMethod: grpc.handleUnaryCall<_florin_processors_v1_FindSavedMethodRequest__Output, _florin_processors_v1_FindSavedMethodReply>;
  
  ListCustomerData: grpc.handleUnaryCall<_florin_processors_v1_ListCustomerDataRequest__Output, _florin_processors_v1_ListCustomerDataReply>;
  
  ListMethods: grpc.handleUnaryCall<_florin_processors_v1_ListMethodsRequest__Output, _florin_processors_v1_ListMethodsReply>;
  
  ListMoneyBack: grpc.handleUnaryCall<_florin_processors_v1_ListMoneyBackRequest__Output, _florin_processors_v1_ListMoneyBackReply>;
  
  ListWays: grpc.handleUnaryCall<_florin_processors_v1_ListWaysRequest__Output, _florin_processors_v1_ListWaysReply>;
  
  MakeMethodDefault: grpc.handleUnaryCall<_florin_processors_v1_MakeMethodDefaultRequest__Output, _florin_processors_v1_MakeMethodDefaultReply>;
  
  OpenMethodPage: grpc.handleUnaryCall<_florin_processors_v1_OpenMethodPageRequest__Output, _florin_processors_v1_OpenMethodPageReply>;
  
  PayOutRest: grpc.handleUnaryCall<_florin_processors_v1_PayOutRestRequest__Output, _florin_processors_v1_PayOutRestReply>;
  
  RefundInvoice: grpc.handleUnaryCall<_florin_processors_v1_RefundInvoiceRequest__Output, _florin_processors_v1_RefundInvoiceReply>;
  
  RemoveMethod: grpc.handleUnaryCall<_florin_processors_v1_RemoveMethodRequest__Output, _florin_processors_v1_RemoveMethodReply>;
  
}

export interface ProcessorsServiceDefinition extends grpc.ServiceDefinition {
  Authorize: MethodDefinition<_florin_processors_v1_AuthorizeRequest, _florin_processors_v1_ChargeReply, _florin_processors_v1_AuthorizeRequest__Output, _florin_processors_v1_ChargeReply__Output>
  CancelCharge: MethodDefinition<_florin_processors_v1_CancelChargeRequest, _florin_processors_v1_ChargeReply, _florin_processors_v1_CancelChargeRequest__Output, _florin_processors_v1_ChargeReply__Output>
  ChargeSaved: MethodDefinition<_florin_processors_v1_ChargeSavedRequest, _florin_processors_v1_ChargeReply, _florin_processors_v1_ChargeSavedRequest__Output, _florin_processors_v1_ChargeReply__Output>
  FindCharge: MethodDefinition<_florin_processors_v1_FindChargeRequest, _florin_processors_v1_ChargeReply, _florin_processors_v1_FindChargeRequest__Output, _florin_processors_v1_ChargeReply__Output>
  FindOpenMoney: MethodDefinition<_florin_processors_v1_FindOpenMoneyRequest, _florin_processors_v1_FindOpenMoneyReply, _florin_processors_v1_FindOpenMoneyRequest__Output, _florin_processors_v1_FindOpenMoneyReply__Output>
  FindSavedMethod: MethodDefinition<_florin_processors_v1_FindSavedMethodRequest, _florin_processors_v1_FindSavedMethodReply, _florin_processors_v1_FindSavedMethodRequest__Output, _florin_processors_v1_FindSavedMethodReply__Output>
  ListCustomerData: MethodDefinition<_florin_processors_v1_ListCustomerDataRequest, _florin_processors_v1_ListCustomerDataReply, _florin_processors_v1_ListCustomerDataRequest__Output, _florin_processors_v1_ListCustomerDataReply__Output>
  ListMethods: MethodDefinition<_florin_processors_v1_ListMethodsRequest, _florin_processors_v1_ListMethodsReply, _florin_processors_v1_ListMethodsRequest__Output, _florin_processors_v1_ListMethodsReply__Output>
  ListMoneyBack: MethodDefinition<_florin_processors_v1_ListMoneyBackRequest, _florin_processors_v1_ListMoneyBackReply, _florin_processors_v1_ListMoneyBackRequest__Output, _florin_processors_v1_ListMoneyBackReply__Output>
  ListWays: MethodDefinition<_florin_processors_v1_ListWaysRequest, _florin_processors_v1_ListWaysReply, _florin_processors_v1_ListWaysRequest__Output, _florin_processors_v1_ListWaysReply__Output>
  MakeMethodDefault: MethodDefinition<_florin_processors_v1_MakeMethodDefaultRequest, _florin_processors_v1_MakeMethodDefaultReply, _florin_processors_v1_MakeMethodDefaultRequest__Output, _florin_processors_v1_MakeMethodDefaultReply__Output>
  OpenMethodPage: MethodDefinition<_florin_processors_v1_OpenMethodPageRequest, _florin_processors_v1_OpenMethodPageReply, _florin_processors_v1_OpenMethodPageRequest__Output, _florin_processors_v1_OpenMethodPageReply__Output>
  PayOutRest: MethodDefinition<_florin_processors_v1_PayOutRestRequest, _florin_processors_v1_PayOutRestReply, _florin_processors_v1_PayOutRestRequest__Output, _florin_processors_v1_PayOutRestReply__Output>
  RefundInvoice: MethodDefinition<_florin_processors_v1_RefundInvoiceRequest, _florin_processors_v1_RefundInvoiceReply, _florin_processors_v1_RefundInvoiceRequest__Output, _florin_processors_v1_RefundInvoiceReply__Output>
  RemoveMethod: MethodDefinition<_florin_processors_v1_RemoveMethodRequest, _florin_processors_v1_RemoveMethodReply, _florin_processors_v1_RemoveMethodRequest__Output, _florin_processors_v1_RemoveMethodReply__Output>
}
