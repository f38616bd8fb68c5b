import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BillingServiceClient as _florin_billing_v1_BillingServiceClient, BillingServiceDefinition as _florin_billing_v1_BillingServiceDefinition } from './florin/billing/v1/BillingService.ts';
import type { CloseGateReply as _florin_billing_v1_CloseGateReply, CloseGateReply__Output as _florin_billing_v1_CloseGateReply__Output } from './florin/billing/v1/CloseGateReply.ts';
import type { CloseGateRequest as _florin_billing_v1_CloseGateRequest, CloseGateRequest__Output as _florin_billing_v1_CloseGateRequest__Output } from './florin/billing/v1/CloseGateRequest.ts';
import type { DescribeCreditNoteReply as _florin_billing_v1_DescribeCreditNoteReply, DescribeCreditNoteReply__Output as _florin_billing_v1_DescribeCreditNoteReply__Output } from './florin/billing/v1/DescribeCreditNoteReply.ts';
import type { DescribeCreditNoteRequest as _florin_billing_v1_DescribeCreditNoteRequest, DescribeCreditNoteRequest__Output as _florin_billing_v1_DescribeCreditNoteRequest__Output } from './florin/billing/v1/DescribeCreditNoteRequest.ts';
import type { DescribeCustomerReply as _florin_billing_v1_DescribeCustomerReply, DescribeCustomerReply__Output as _florin_billing_v1_DescribeCustomerReply__Output } from './florin/billing/v1/DescribeCustomerReply.ts';
import type { DescribeCustomerRequest as _florin_billing_v1_DescribeCustomerRequest, DescribeCustomerRequest__Output as _florin_billing_v1_DescribeCustomerRequest__Output } from './florin/billing/v1/DescribeCustomerRequest.ts';
import type { DescribeInvoiceReply as _florin_billing_v1_DescribeInvoiceReply, DescribeInvoiceReply__Output as _florin_billing_v1_DescribeInvoiceReply__Output } from './florin/billing/v1/DescribeInvoiceReply.ts';
import type { DescribeInvoiceRequest as _florin_billing_v1_DescribeInvoiceRequest, DescribeInvoiceRequest__Output as _florin_billing_v1_DescribeInvoiceRequest__Output } from './florin/billing/v1/DescribeInvoiceRequest.ts';
import type { DescribePaymentReply as _florin_billing_v1_DescribePaymentReply, DescribePaymentReply__Output as _florin_billing_v1_DescribePaymentReply__Output } from './florin/billing/v1/DescribePaymentReply.ts';
import type { DescribePaymentRequest as _florin_billing_v1_DescribePaymentRequest, DescribePaymentRequest__Output as _florin_billing_v1_DescribePaymentRequest__Output } from './florin/billing/v1/DescribePaymentRequest.ts';
import type { DescribeSellerReply as _florin_billing_v1_DescribeSellerReply, DescribeSellerReply__Output as _florin_billing_v1_DescribeSellerReply__Output } from './florin/billing/v1/DescribeSellerReply.ts';
import type { DescribeSellerRequest as _florin_billing_v1_DescribeSellerRequest, DescribeSellerRequest__Output as _florin_billing_v1_DescribeSellerRequest__Output } from './florin/billing/v1/DescribeSellerRequest.ts';
import type { EndSubscriptionsReply as _florin_billing_v1_EndSubscriptionsReply, EndSubscriptionsReply__Output as _florin_billing_v1_EndSubscriptionsReply__Output } from './florin/billing/v1/EndSubscriptionsReply.ts';
import type { EndSubscriptionsRequest as _florin_billing_v1_EndSubscriptionsRequest, EndSubscriptionsRequest__Output as _florin_billing_v1_EndSubscriptionsRequest__Output } from './florin/billing/v1/EndSubscriptionsRequest.ts';
import type { FindCustomerReply as _florin_billing_v1_FindCustomerReply, FindCustomerReply__Output as _florin_billing_v1_FindCustomerReply__Output } from './florin/billing/v1/FindCustomerReply.ts';
import type { FindCustomerRequest as _florin_billing_v1_FindCustomerRequest, FindCustomerRequest__Output as _florin_billing_v1_FindCustomerRequest__Output } from './florin/billing/v1/FindCustomerRequest.ts';
import type { PaymentLine as _florin_billing_v1_PaymentLine, PaymentLine__Output as _florin_billing_v1_PaymentLine__Output } from './florin/billing/v1/PaymentLine.ts';
import type { PricedPlan as _florin_billing_v1_PricedPlan, PricedPlan__Output as _florin_billing_v1_PricedPlan__Output } from './florin/billing/v1/PricedPlan.ts';
import type { RecordMoneyBackReply as _florin_billing_v1_RecordMoneyBackReply, RecordMoneyBackReply__Output as _florin_billing_v1_RecordMoneyBackReply__Output } from './florin/billing/v1/RecordMoneyBackReply.ts';
import type { RecordMoneyBackRequest as _florin_billing_v1_RecordMoneyBackRequest, RecordMoneyBackRequest__Output as _florin_billing_v1_RecordMoneyBackRequest__Output } from './florin/billing/v1/RecordMoneyBackRequest.ts';
import type { ReleaseRefundReply as _florin_billing_v1_ReleaseRefundReply, ReleaseRefundReply__Output as _florin_billing_v1_ReleaseRefundReply__Output } from './florin/billing/v1/ReleaseRefundReply.ts';
import type { ReleaseRefundRequest as _florin_billing_v1_ReleaseRefundRequest, ReleaseRefundRequest__Output as _florin_billing_v1_ReleaseRefundRequest__Output } from './florin/billing/v1/ReleaseRefundRequest.ts';
import type { ReserveRefundReply as _florin_billing_v1_ReserveRefundReply, ReserveRefundReply__Output as _florin_billing_v1_ReserveRefundReply__Output } from './florin/billing/v1/ReserveRefundReply.ts';
import type { ReserveRefundRequest as _florin_billing_v1_ReserveRefundRequest, ReserveRefundRequest__Output as _florin_billing_v1_ReserveRefundRequest__Output } from './florin/billing/v1/ReserveRefundRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    billing: {
      v1: {
        BillingService: SubtypeConstructor<typeof grpc.Client, _florin_billing_v1_BillingServiceClient> & { service: _florin_billing_v1_BillingServiceDefinition }
        CloseGateReply: MessageTypeDefinition<_florin_billing_v1_CloseGateReply, _florin_billing_v1_CloseGateReply__Output>
        CloseGateRequest: MessageTypeDefinition<_florin_billing_v1_CloseGateRequest, _florin_billing_v1_CloseGateRequest__Output>
        DescribeCreditNoteReply: MessageTypeDefinition<_florin_billing_v1_DescribeCreditNoteReply, _florin_billing_v1_DescribeCreditNoteReply__Output>
        DescribeCreditNoteRequest: MessageTypeDefinition<_florin_billing_v1_DescribeCreditNoteRequest, _florin_billing_v1_DescribeCreditNoteRequest__Output>
        DescribeCustomerReply: MessageTypeDefinition<_florin_billing_v1_DescribeCustomerReply, _florin_billing_v1_DescribeCustomerReply__Output>
        DescribeCustomerRequest: MessageTypeDefinition<_florin_billing_v1_DescribeCustomerRequest, _florin_billing_v1_DescribeCustomerRequest__Output>
        DescribeInvoiceReply: MessageTypeDefinition<_florin_billing_v1_DescribeInvoiceReply, _florin_billing_v1_DescribeInvoiceReply__Output>
        DescribeInvoiceRequest: MessageTypeDefinition<_florin_billing_v1_DescribeInvoiceRequest, _florin_billing_v1_DescribeInvoiceRequest__Output>
        DescribePaymentReply: MessageTypeDefinition<_florin_billing_v1_DescribePaymentReply, _florin_billing_v1_DescribePaymentReply__Output>
        DescribePaymentRequest: MessageTypeDefinition<_florin_billing_v1_DescribePaymentRequest, _florin_billing_v1_DescribePaymentRequest__Output>
        DescribeSellerReply: MessageTypeDefinition<_florin_billing_v1_DescribeSellerReply, _florin_billing_v1_DescribeSellerReply__Output>
        DescribeSellerRequest: MessageTypeDefinition<_florin_billing_v1_DescribeSellerRequest, _florin_billing_v1_DescribeSellerRequest__Output>
        EndSubscriptionsReply: MessageTypeDefinition<_florin_billing_v1_EndSubscriptionsReply, _florin_billing_v1_EndSubscriptionsReply__Output>
        EndSubscriptionsRequest: MessageTypeDefinition<_florin_billing_v1_EndSubscriptionsRequest, _florin_billing_v1_EndSubscriptionsRequest__Output>
        FindCustomerReply: MessageTypeDefinition<_florin_billing_v1_FindCustomerReply, _florin_billing_v1_FindCustomerReply__Output>
        FindCustomerRequest: MessageTypeDefinition<_florin_billing_v1_FindCustomerRequest, _florin_billing_v1_FindCustomerRequest__Output>
        PaymentLine: MessageTypeDefinition<_florin_billing_v1_PaymentLine, _florin_billing_v1_PaymentLine__Output>
        PricedPlan: MessageTypeDefinition<_florin_billing_v1_PricedPlan, _florin_billing_v1_PricedPlan__Output>
        RecordMoneyBackReply: MessageTypeDefinition<_florin_billing_v1_RecordMoneyBackReply, _florin_billing_v1_RecordMoneyBackReply__Output>
        RecordMoneyBackRequest: MessageTypeDefinition<_florin_billing_v1_RecordMoneyBackRequest, _florin_billing_v1_RecordMoneyBackRequest__Output>
        ReleaseRefundReply: MessageTypeDefinition<_florin_billing_v1_ReleaseRefundReply, _florin_billing_v1_ReleaseRefundReply__Output>
        ReleaseRefundRequest: MessageTypeDefinition<_florin_billing_v1_ReleaseRefundRequest, _florin_billing_v1_ReleaseRefundRequest__Output>
        ReserveRefundReply: MessageTypeDefinition<_florin_billing_v1_ReserveRefundReply, _florin_billing_v1_ReserveRefundReply__Output>
        ReserveRefundRequest: MessageTypeDefinition<_florin_billing_v1_ReserveRefundRequest, _florin_billing_v1_ReserveRefundRequest__Output>
      }
    }
  }
}

