import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Entry as _florin_ledger_v1_Entry, Entry__Output as _florin_ledger_v1_Entry__Output } from './florin/ledger/v1/Entry.ts';
import type { FindBalanceReply as _florin_ledger_v1_FindBalanceReply, FindBalanceReply__Output as _florin_ledger_v1_FindBalanceReply__Output } from './florin/ledger/v1/FindBalanceReply.ts';
import type { FindBalanceRequest as _florin_ledger_v1_FindBalanceRequest, FindBalanceRequest__Output as _florin_ledger_v1_FindBalanceRequest__Output } from './florin/ledger/v1/FindBalanceRequest.ts';
import type { FindPaymentReply as _florin_ledger_v1_FindPaymentReply, FindPaymentReply__Output as _florin_ledger_v1_FindPaymentReply__Output } from './florin/ledger/v1/FindPaymentReply.ts';
import type { FindPaymentRequest as _florin_ledger_v1_FindPaymentRequest, FindPaymentRequest__Output as _florin_ledger_v1_FindPaymentRequest__Output } from './florin/ledger/v1/FindPaymentRequest.ts';
import type { HistoryServiceClient as _florin_ledger_v1_HistoryServiceClient, HistoryServiceDefinition as _florin_ledger_v1_HistoryServiceDefinition } from './florin/ledger/v1/HistoryService.ts';
import type { ListCustomerDataReply as _florin_ledger_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_ledger_v1_ListCustomerDataReply__Output } from './florin/ledger/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_ledger_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_ledger_v1_ListCustomerDataRequest__Output } from './florin/ledger/v1/ListCustomerDataRequest.ts';
import type { ListEntriesReply as _florin_ledger_v1_ListEntriesReply, ListEntriesReply__Output as _florin_ledger_v1_ListEntriesReply__Output } from './florin/ledger/v1/ListEntriesReply.ts';
import type { ListEntriesRequest as _florin_ledger_v1_ListEntriesRequest, ListEntriesRequest__Output as _florin_ledger_v1_ListEntriesRequest__Output } from './florin/ledger/v1/ListEntriesRequest.ts';
import type { ListPaymentsReply as _florin_ledger_v1_ListPaymentsReply, ListPaymentsReply__Output as _florin_ledger_v1_ListPaymentsReply__Output } from './florin/ledger/v1/ListPaymentsReply.ts';
import type { ListPaymentsRequest as _florin_ledger_v1_ListPaymentsRequest, ListPaymentsRequest__Output as _florin_ledger_v1_ListPaymentsRequest__Output } from './florin/ledger/v1/ListPaymentsRequest.ts';
import type { ListTransactionsReply as _florin_ledger_v1_ListTransactionsReply, ListTransactionsReply__Output as _florin_ledger_v1_ListTransactionsReply__Output } from './florin/ledger/v1/ListTransactionsReply.ts';
import type { ListTransactionsRequest as _florin_ledger_v1_ListTransactionsRequest, ListTransactionsRequest__Output as _florin_ledger_v1_ListTransactionsRequest__Output } from './florin/ledger/v1/ListTransactionsRequest.ts';
import type { PaymentRow as _florin_ledger_v1_PaymentRow, PaymentRow__Output as _florin_ledger_v1_PaymentRow__Output } from './florin/ledger/v1/PaymentRow.ts';
import type { TransactionRow as _florin_ledger_v1_TransactionRow, TransactionRow__Output as _florin_ledger_v1_TransactionRow__Output } from './florin/ledger/v1/TransactionRow.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    ledger: {
      v1: {
        Entry: MessageTypeDefinition<_florin_ledger_v1_Entry, _florin_ledger_v1_Entry__Output>
        FindBalanceReply: MessageTypeDefinition<_florin_ledger_v1_FindBalanceReply, _florin_ledger_v1_FindBalanceReply__Output>
        FindBalanceRequest: MessageTypeDefinition<_florin_ledger_v1_FindBalanceRequest, _florin_ledger_v1_FindBalanceRequest__Output>
        FindPaymentReply: MessageTypeDefinition<_florin_ledger_v1_FindPaymentReply, _florin_ledger_v1_FindPaymentReply__Output>
        FindPaymentRequest: MessageTypeDefinition<_florin_ledger_v1_FindPaymentRequest, _florin_ledger_v1_FindPaymentRequest__Output>
        HistoryService: SubtypeConstructor<typeof grpc.Client, _florin_ledger_v1_HistoryServiceClient> & { service: _florin_ledger_v1_HistoryServiceDefinition }
        ListCustomerDataReply: MessageTypeDefinition<_florin_ledger_v1_ListCustomerDataReply, _florin_ledger_v1_ListCustomerDataReply__Output>
        ListCustomerDataRequest: MessageTypeDefinition<_florin_ledger_v1_ListCustomerDataRequest, _florin_ledger_v1_ListCustomerDataRequest__Output>
        ListEntriesReply: MessageTypeDefinition<_florin_ledger_v1_ListEntriesReply, _florin_ledger_v1_ListEntriesReply__Output>
        ListEntriesRequest: MessageTypeDefinition<_florin_ledger_v1_ListEntriesRequest, _florin_ledger_v1_ListEntriesRequest__Output>
        ListPaymentsReply: MessageTypeDefinition<_florin_ledger_v1_ListPaymentsReply, _florin_ledger_v1_ListPaymentsReply__Output>
        ListPaymentsRequest: MessageTypeDefinition<_florin_ledger_v1_ListPaymentsRequest, _florin_ledger_v1_ListPaymentsRequest__Output>
        ListTransactionsReply: MessageTypeDefinition<_florin_ledger_v1_ListTransactionsReply, _florin_ledger_v1_ListTransactionsReply__Output>
        ListTransactionsRequest: MessageTypeDefinition<_florin_ledger_v1_ListTransactionsRequest, _florin_ledger_v1_ListTransactionsRequest__Output>
        PaymentRow: MessageTypeDefinition<_florin_ledger_v1_PaymentRow, _florin_ledger_v1_PaymentRow__Output>
        TransactionRow: MessageTypeDefinition<_florin_ledger_v1_TransactionRow, _florin_ledger_v1_TransactionRow__Output>
      }
    }
  }
}

