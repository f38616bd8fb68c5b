// Original file: ../../protos/billing/v1/billing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CloseGateReply as _florin_billing_v1_CloseGateReply, CloseGateReply__Output as _florin_billing_v1_CloseGateReply__Output } from '../../../florin/billing/v1/CloseGateReply.ts';
import type { CloseGateRequest as _florin_billing_v1_CloseGateRequest, CloseGateRequest__Output as _florin_billing_v1_CloseGateRequest__Output } from '../../../florin/billing/v1/CloseGateRequest.ts';
import type { DescribeCreditNoteReply as _florin_billing_v1_DescribeCreditNoteReply, DescribeCreditNoteReply__Output as _florin_billing_v1_DescribeCreditNoteReply__Output } from '../../../florin/billing/v1/DescribeCreditNoteReply.ts';
import type { DescribeCreditNoteRequest as _florin_billing_v1_DescribeCreditNoteRequest, DescribeCreditNoteRequest__Output as _florin_billing_v1_DescribeCreditNoteRequest__Output } from '../../../florin/billing/v1/DescribeCreditNoteRequest.ts';
import type { DescribeCustomerReply as _florin_billing_v1_DescribeCustomerReply, DescribeCustomerReply__Output as _florin_billing_v1_DescribeCustomerReply__Output } from '../../../florin/billing/v1/DescribeCustomerReply.ts';
import type { DescribeCustomerRequest as _florin_billing_v1_DescribeCustomerRequest, DescribeCustomerRequest__Output as _florin_billing_v1_DescribeCustomerRequest__Output } from '../../../florin/billing/v1/DescribeCustomerRequest.ts';
import type { DescribeInvoiceReply as _florin_billing_v1_DescribeInvoiceReply, DescribeInvoiceReply__Output as _florin_billing_v1_DescribeInvoiceReply__Output } from '../../../florin/billing/v1/DescribeInvoiceReply.ts';
import type { DescribeInvoiceRequest as _florin_billing_v1_DescribeInvoiceRequest, DescribeInvoiceRequest__Output as _florin_billing_v1_DescribeInvoiceRequest__Output } from '../../../florin/billing/v1/DescribeInvoiceRequest.ts';
import type { DescribePaymentReply as _florin_billing_v1_DescribePaymentReply, DescribePaymentReply__Output as _florin_billing_v1_DescribePaymentReply__Output } from '../../../florin/billing/v1/DescribePaymentReply.ts';
import type { DescribePaymentRequest as _florin_billing_v1_DescribePaymentRequest, DescribePaymentRequest__Output as _florin_billing_v1_DescribePaymentRequest__Output } from '../../../florin/billing/v1/DescribePaymentRequest.ts';
import type { DescribeSellerReply as _florin_billing_v1_DescribeSellerReply, DescribeSellerReply__Output as _florin_billing_v1_DescribeSellerReply__Output } from '../../../florin/billing/v1/DescribeSellerReply.ts';
import type { DescribeSellerRequest as _florin_billing_v1_DescribeSellerRequest, DescribeSellerRequest__Output as _florin_billing_v1_DescribeSellerRequest__Output } from '../../../florin/billing/v1/DescribeSellerRequest.ts';
import type { EndSubscriptionsReply as _florin_billing_v1_EndSubscriptionsReply, EndSubscriptionsReply__Output as _florin_billing_v1_EndSubscriptionsReply__Output } from '../../../florin/billing/v1/EndSubscriptionsReply.ts';
import type { EndSubscriptionsRequest as _florin_billing_v1_EndSubscriptionsRequest, EndSubscriptionsRequest__Output as _florin_billing_v1_EndSubscriptionsRequest__Output } from '../../../florin/billing/v1/EndSubscriptionsRequest.ts';
import type { FindCustomerReply as _florin_billing_v1_FindCustomerReply, FindCustomerReply__Output as _florin_billing_v1_FindCustomerReply__Output } from '../../../florin/billing/v1/FindCustomerReply.ts';
import type { FindCustomerRequest as _florin_billing_v1_FindCustomerRequest, FindCustomerRequest__Output as _florin_billing_v1_FindCustomerRequest__Output } from '../../../florin/billing/v1/FindCustomerRequest.ts';
import type { RecordMoneyBackReply as _florin_billing_v1_RecordMoneyBackReply, RecordMoneyBackReply__Output as _florin_billing_v1_RecordMoneyBackReply__Output } from '../../../florin/billing/v1/RecordMoneyBackReply.ts';
import type { RecordMoneyBackRequest as _florin_billing_v1_RecordMoneyBackRequest, RecordMoneyBackRequest__Output as _florin_billing_v1_RecordMoneyBackRequest__Output } from '../../../florin/billing/v1/RecordMoneyBackRequest.ts';
import type { ReleaseRefundReply as _florin_billing_v1_ReleaseRefundReply, ReleaseRefundReply__Output as _florin_billing_v1_ReleaseRefundReply__Output } from '../../../florin/billing/v1/ReleaseRefundReply.ts';
import type { ReleaseRefundRequest as _florin_billing_v1_ReleaseRefundRequest, ReleaseRefundRequest__Output as _florin_billing_v1_ReleaseRefundRequest__Output } from '../../../florin/billing/v1/ReleaseRefundRequest.ts';
import type { ReserveRefundReply as _florin_billing_v1_ReserveRefundReply, ReserveRefundReply__Output as _florin_billing_v1_ReserveRefundReply__Output } from '../../../florin/billing/v1/ReserveRefundReply.ts';
import type { ReserveRefundRequest as _florin_billing_v1_ReserveRefundRequest, ReserveRefundRequest__Output as _florin_billing_v1_ReserveRefundRequest__Output } from '../../../florin/billing/v1/ReserveRefundRequest.ts';

export interface BillingServiceClient extends grpc.Client {
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  CloseGate(argument: _florin_billing_v1_CloseGateRequest, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  closeGate(argument: _florin_billing_v1_CloseGateRequest, callback: grpc.requestCallback<_florin_billing_v1_CloseGateReply__Output>): grpc.ClientUnaryCall;
  
  DescribeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  DescribeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  DescribeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  DescribeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  describeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  describeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  describeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  describeCreditNote(argument: _florin_billing_v1_DescribeCreditNoteRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeCreditNoteReply__Output>): grpc.ClientUnaryCall;
  
  DescribeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  DescribeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  DescribeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  DescribeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  describeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  describeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  describeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  describeCustomer(argument: _florin_billing_v1_DescribeCustomerRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeCustomerReply__Output>): grpc.ClientUnaryCall;
  
  DescribeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  DescribeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  DescribeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  DescribeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  describeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  describeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  describeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  describeInvoice(argument: _florin_billing_v1_DescribeInvoiceRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeInvoiceReply__Output>): grpc.ClientUnaryCall;
  
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  DescribePayment(argument: _florin_billing_v1_DescribePaymentRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  describePayment(argument: _florin_billing_v1_DescribePaymentRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribePaymentReply__Output>): grpc.ClientUnaryCall;
  
  DescribeSeller(argument: _florin_billing_v1_DescribeSellerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  DescribeSeller(argument: _florin_billing_v1_DescribeSellerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  DescribeSeller(argument: _florin_billing_v1_DescribeSellerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  DescribeSeller(argument: _florin_billing_v1_DescribeSellerRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  describeSeller(argument: _florin_billing_v1_DescribeSellerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  describeSeller(argument: _florin_billing_v1_DescribeSellerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  describeSeller(argument: _florin_billing_v1_DescribeSellerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  describeSeller(argument: _florin_billing_v1_DescribeSellerRequest, callback: grpc.requestCallback<_florin_billing_v1_DescribeSellerReply__Output>): grpc.ClientUnaryCall;
  
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  EndSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  endSubscriptions(argument: _florin_billing_v1_EndSubscriptionsRequest, callback: grpc.requestCallback<_florin_billing_v1_EndSubscriptionsReply__Output>): grpc.ClientUnaryCall;
  
  FindCustomer(argument: _florin_billing_v1_FindCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  FindCustomer(argument: _florin_billing_v1_FindCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  FindCustomer(argument: _florin_billing_v1_FindCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  FindCustomer(argument: _florin_billing_v1_FindCustomerRequest, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  findCustomer(argument: _florin_billing_v1_FindCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  findCustomer(argument: _florin_billing_v1_FindCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  findCustomer(argument: _florin_billing_v1_FindCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  findCustomer(argument: _florin_billing_v1_FindCustomerRequest, callback: grpc.requestCallback<_florin_billing_v1_FindCustomerReply__Output>): grpc.ClientUnaryCall;
  
  RecordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  RecordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  RecordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  RecordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  recordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  recordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  recordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  recordMoneyBack(argument: _florin_billing_v1_RecordMoneyBackRequest, callback: grpc.requestCallback<_florin_billing_v1_RecordMoneyBackReply__Output>): grpc.ClientUnaryCall;
  
  ReleaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  ReleaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  ReleaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  ReleaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  releaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  releaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  releaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  releaseRefund(argument: _florin_billing_v1_ReleaseRefundRequest, callback: grpc.requestCallback<_florin_billing_v1_ReleaseRefundReply__Output>): grpc.ClientUnaryCall;
  
  ReserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  ReserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  ReserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  ReserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  reserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  reserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  reserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  reserveRefund(argument: _florin_billing_v1_ReserveRefundRequest, callback: grpc.requestCallback<_florin_billing_v1_ReserveRefundReply__Output>): grpc.ClientUnaryCall;
  
}

export interface BillingServiceHandlers extends grpc.UntypedServiceImplementation {
  CloseGate: grpc.handleUnaryCall<_florin_billing_v1_CloseGateRequest__Output, _florin_billing_v1_CloseGateReply>;
  
  DescribeCreditNote: grpc.handleUnaryCall<_florin_billing_v1_DescribeCreditNoteRequest__Output, _florin_billing_v1_DescribeCreditNoteReply>;
  
  DescribeCustomer: grpc.handleUnaryCall<_florin_billing_v1_DescribeCustomerRequest__Output, _florin_billing_v1_DescribeCustomerReply>;
  
  DescribeInvoice: grpc.handleUnaryCall<_florin_billing_v1_DescribeInvoiceRequest__Output, _florin_billing_v1_DescribeInvoiceReply>;
  
  DescribePayment: grpc.handleUnaryCall<_florin_billing_v1_DescribePaymentRequest__Output, _florin_billing_v1_DescribePaymentReply>;
  
  DescribeSeller: grpc.handleUnaryCall<_florin_billing_v1_DescribeSellerRequest__Output, _florin_billing_v1_DescribeSellerReply>;
  
  EndSubscriptions: grpc.handleUnaryCall<_florin_billing_v1_EndSubscriptionsRequest__Output, _florin_billing_v1_EndSubscriptionsReply>;
  
  FindCustomer: grpc.handleUnaryCall<_florin_billing_v1_FindCustomerRequest__Output, _florin_billing_v1_FindCustomerReply>;
  
  RecordMoneyBack: grpc.handleUnaryCall<_florin_billing_v1_RecordMoneyBackRequest__Output, _florin_billing_v1_RecordMoneyBackReply>;
  
  ReleaseRefund: grpc.handleUnaryCall<_florin_billing_v1_ReleaseRefundRequest__Output, _florin_billing_v1_ReleaseRefundReply>;
  
  ReserveRefund: grpc.handleUnaryCall<_florin_billing_v1_ReserveRefundRequest__Output, _florin_billing_v1_ReserveRefundReply>;
  
}

export interface BillingServiceDefinition extends grpc.ServiceDefinition {
  CloseGate: MethodDefinition<_florin_billing_v1_CloseGateRequest, _florin_billing_v1_CloseGateReply, _florin_billing_v1_CloseGateRequest__Output, _florin_billing_v1_CloseGateReply__Output>
  DescribeCreditNote: MethodDefinition<_florin_billing_v1_DescribeCreditNoteRequest, _florin_billing_v1_DescribeCreditNoteReply, _florin_billing_v1_DescribeCreditNoteRequest__Output, _florin_billing_v1_DescribeCreditNoteReply__Output>
  DescribeCustomer: MethodDefinition<_florin_billing_v1_DescribeCustomerRequest, _florin_billing_v1_DescribeCustomerReply, _florin_billing_v1_DescribeCustomerRequest__Output, _florin_billing_v1_DescribeCustomerReply__Output>
  DescribeInvoice: MethodDefinition<_florin_billing_v1_DescribeInvoiceRequest, _florin_billing_v1_DescribeInvoiceReply, _florin_billing_v1_DescribeInvoiceRequest__Output, _florin_billing_v1_DescribeInvoiceReply__Output>
  DescribePayment: MethodDefinition<_florin_billing_v1_DescribePaymentRequest, _florin_billing_v1_DescribePaymentReply, _florin_billing_v1_DescribePaymentRequest__Output, _florin_billing_v1_DescribePaymentReply__Output>
  DescribeSeller: MethodDefinition<_florin_billing_v1_DescribeSellerRequest, _florin_billing_v1_DescribeSellerReply, _florin_billing_v1_DescribeSellerRequest__Output, _florin_billing_v1_DescribeSellerReply__Output>
  EndSubscriptions: MethodDefinition<_florin_billing_v1_EndSubscriptionsRequest, _florin_billing_v1_EndSubscriptionsReply, _florin_billing_v1_EndSubscriptionsRequest__Output, _florin_billing_v1_EndSubscriptionsReply__Output>
  FindCustomer: MethodDefinition<_florin_billing_v1_FindCustomerRequest, _florin_billing_v1_FindCustomerReply, _florin_billing_v1_FindCustomerRequest__Output, _florin_billing_v1_FindCustomerReply__Output>
  RecordMoneyBack: MethodDefinition<_florin_billing_v1_RecordMoneyBackRequest, _florin_billing_v1_RecordMoneyBackReply, _florin_billing_v1_RecordMoneyBackRequest__Output, _florin_billing_v1_RecordMoneyBackReply__Output>
  ReleaseRefund: MethodDefinition<_florin_billing_v1_ReleaseRefundRequest, _florin_billing_v1_ReleaseRefundReply, _florin_billing_v1_ReleaseRefundRequest__Output, _florin_billing_v1_ReleaseRefundReply__Output>
  ReserveRefund: MethodDefinition<_florin_billing_v1_ReserveRefundRequest, _florin_billing_v1_ReserveRefundReply, _florin_billing_v1_ReserveRefundRequest__Output, _florin_billing_v1_ReserveRefundReply__Output>
}
