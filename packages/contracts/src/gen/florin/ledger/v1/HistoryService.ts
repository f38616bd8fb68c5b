// Original file: ../../protos/ledger/v1/history.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindBalanceReply as _florin_ledger_v1_FindBalanceReply, FindBalanceReply__Output as _florin_ledger_v1_FindBalanceReply__Output } from '../../../florin/ledger/v1/FindBalanceReply.ts';
import type { FindBalanceRequest as _florin_ledger_v1_FindBalanceRequest, FindBalanceRequest__Output as _florin_ledger_v1_FindBalanceRequest__Output } from '../../../florin/ledger/v1/FindBalanceRequest.ts';
import type { FindPaymentReply as _florin_ledger_v1_FindPaymentReply, FindPaymentReply__Output as _florin_ledger_v1_FindPaymentReply__Output } from '../../../florin/ledger/v1/FindPaymentReply.ts';
import type { FindPaymentRequest as _florin_ledger_v1_FindPaymentRequest, FindPaymentRequest__Output as _florin_ledger_v1_FindPaymentRequest__Output } from '../../../florin/ledger/v1/FindPaymentRequest.ts';
import type { ListCustomerDataReply as _florin_ledger_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_ledger_v1_ListCustomerDataReply__Output } from '../../../florin/ledger/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_ledger_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_ledger_v1_ListCustomerDataRequest__Output } from '../../../florin/ledger/v1/ListCustomerDataRequest.ts';
import type { ListEntriesReply as _florin_ledger_v1_ListEntriesReply, ListEntriesReply__Output as _florin_ledger_v1_ListEntriesReply__Output } from '../../../florin/ledger/v1/ListEntriesReply.ts';
import type { ListEntriesRequest as _florin_ledger_v1_ListEntriesRequest, ListEntriesRequest__Output as _florin_ledger_v1_ListEntriesRequest__Output } from '../../../florin/ledger/v1/ListEntriesRequest.ts';
import type { ListPaymentsReply as _florin_ledger_v1_ListPaymentsReply, ListPaymentsReply__Output as _florin_ledger_v1_ListPaymentsReply__Output } from '../../../florin/ledger/v1/ListPaymentsReply.ts';
import type { ListPaymentsRequest as _florin_ledger_v1_ListPaymentsRequest, ListPaymentsRequest__Output as _florin_ledger_v1_ListPaymentsRequest__Output } from '../../../florin/ledger/v1/ListPaymentsRequest.ts';
import type { ListTransactionsReply as _florin_ledger_v1_ListTransactionsReply, ListTransactionsReply__Output as _florin_ledger_v1_ListTransactionsReply__Output } from '../../../florin/ledger/v1/ListTransactionsReply.ts';
import type { ListTransactionsRequest as _florin_ledger_v1_ListTransactionsRequest, ListTransactionsRequest__Output as _florin_ledger_v1_ListTransactionsRequest__Output } from '../../../florin/ledger/v1/ListTransactionsRequest.ts';

export interface HistoryServiceClient extends grpc.Client {
  FindBalance(argument: _florin_ledger_v1_FindBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  FindBalance(argument: _florin_ledger_v1_FindBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  FindBalance(argument: _florin_ledger_v1_FindBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  FindBalance(argument: _florin_ledger_v1_FindBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  findBalance(argument: _florin_ledger_v1_FindBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  findBalance(argument: _florin_ledger_v1_FindBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  findBalance(argument: _florin_ledger_v1_FindBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  findBalance(argument: _florin_ledger_v1_FindBalanceRequest, callback: grpc.requestCallback<_florin_ledger_v1_FindBalanceReply__Output>): grpc.ClientUnaryCall;
  
  FindPayment(argument: _florin_ledger_v1_FindPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  FindPayment(argument: _florin_ledger_v1_FindPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  FindPayment(argument: _florin_ledger_v1_FindPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  FindPayment(argument: _florin_ledger_v1_FindPaymentRequest, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  findPayment(argument: _florin_ledger_v1_FindPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  findPayment(argument: _florin_ledger_v1_FindPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  findPayment(argument: _florin_ledger_v1_FindPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  findPayment(argument: _florin_ledger_v1_FindPaymentRequest, callback: grpc.requestCallback<_florin_ledger_v1_FindPaymentReply__Output>): grpc.ClientUnaryCall;
  
  ListCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  ListCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  listCustomerData(argument: _florin_ledger_v1_ListCustomerDataRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListCustomerDataReply__Output>): grpc.ClientUnaryCall;
  
  ListEntries(argument: _florin_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _florin_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _florin_ledger_v1_ListEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _florin_ledger_v1_ListEntriesRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _florin_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _florin_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _florin_ledger_v1_ListEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _florin_ledger_v1_ListEntriesRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListEntriesReply__Output>): grpc.ClientUnaryCall;
  
  ListPayments(argument: _florin_ledger_v1_ListPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _florin_ledger_v1_ListPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _florin_ledger_v1_ListPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _florin_ledger_v1_ListPaymentsRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _florin_ledger_v1_ListPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _florin_ledger_v1_ListPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _florin_ledger_v1_ListPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _florin_ledger_v1_ListPaymentsRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListPaymentsReply__Output>): grpc.ClientUnaryCall;
  
  ListTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  ListTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  ListTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  ListTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  listTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  listTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  listTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  listTransactions(argument: _florin_ledger_v1_ListTransactionsRequest, callback: grpc.requestCallback<_florin_ledger_v1_ListTransactionsReply__Output>): grpc.ClientUnaryCall;
  
}

export interface HistoryServiceHandlers extends grpc.UntypedServiceImplementation {
  FindBalance: grpc.handleUnaryCall<_florin_ledger_v1_FindBalanceRequest__Output, _florin_ledger_v1_FindBalanceReply>;
  
  FindPayment: grpc.handleUnaryCall<_florin_ledger_v1_FindPaymentRequest__Output, _florin_ledger_v1_FindPaymentReply>;
  
  ListCustomerData: grpc.handleUnaryCall<_florin_ledger_v1_ListCustomerDataRequest__Output, _florin_ledger_v1_ListCustomerDataReply>;
  
  ListEntries: grpc.handleUnaryCall<_florin_ledger_v1_ListEntriesRequest__Output, _florin_ledger_v1_ListEntriesReply>;
  
  ListPayments: grpc.handleUnaryCall<_florin_ledger_v1_ListPaymentsRequest__Output, _florin_ledger_v1_ListPaymentsReply>;
  
  ListTransactions: grpc.handleUnaryCall<_florin_ledger_v1_ListTransactionsRequest__Output, _florin_ledger_v1_ListTransactionsReply>;
  
}

export interface HistoryServiceDefinition extends grpc.ServiceDefinition {
  FindBalance: MethodDefinition<_florin_ledger_v1_FindBalanceRequest, _florin_ledger_v1_FindBalanceReply, _florin_ledger_v1_FindBalanceRequest__Output, _florin_ledger_v1_FindBalanceReply__Output>
  FindPayment: MethodDefinition<_florin_ledger_v1_FindPaymentRequest, _florin_ledger_v1_FindPaymentReply, _florin_ledger_v1_FindPaymentRequest__Output, _florin_ledger_v1_FindPaymentReply__Output>
  ListCustomerData: MethodDefinition<_florin_ledger_v1_ListCustomerDataRequest, _florin_ledger_v1_ListCustomerDataReply, _florin_ledger_v1_ListCustomerDataRequest__Output, _florin_ledger_v1_ListCustomerDataReply__Output>
  ListEntries: MethodDefinition<_florin_ledger_v1_ListEntriesRequest, _florin_ledger_v1_ListEntriesReply, _florin_ledger_v1_ListEntriesRequest__Output, _florin_ledger_v1_ListEntriesReply__Output>
  ListPayments: MethodDefinition<_florin_ledger_v1_ListPaymentsRequest, _florin_ledger_v1_ListPaymentsReply, _florin_ledger_v1_ListPaymentsRequest__Output, _florin_ledger_v1_ListPaymentsReply__Output>
  ListTransactions: MethodDefinition<_florin_ledger_v1_ListTransactionsRequest, _florin_ledger_v1_ListTransactionsReply, _florin_ledger_v1_ListTransactionsRequest__Output, _florin_ledger_v1_ListTransactionsReply__Output>
}
