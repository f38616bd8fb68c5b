import {
  AppError,
  linkedPaymentRequestSchema,
  parseCancelAddress,
  parseEmail,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import { amountOf, currencyOf, type RpcCall } from '@florin/grpc';
import { instantField } from '@florin/http-api';
import { z } from 'zod';
import {
  ABANDONED,
  type ConsentTerms,
  type PaymentRequestStatus,
} from '../domain/payment-request/model.ts';
import { metadataOf } from '../rpc-metadata.ts';
import { en } from '../texts/en.ts';
import type { AttemptDeps } from './attempts.ts';
import { chargeSavedCard } from './pay.ts';

export interface PaymentRpcDeps extends AttemptDeps {
  /** Base URL of all pages. */
  readonly linkBase: string;
}

interface RequestPaymentRequest {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly customerEmail: string;
  readonly reference: string;
  readonly metadata: string;
  readonly expiresAt: string;
  readonly savesFor: string;
  readonly customerId: string;
  /** Null, or absent, in requests of earlier versions of billing. */
  readonly consent?: ConsentFields | null;
}

interface ConsentFields {
  readonly interval: string;
  readonly intervalCount: number;
  readonly amount: string;
  readonly cancelAddress: string;
}

interface ChargeSavedRequest extends RequestPaymentRequest {
  readonly methodId: string;
  readonly isOnlyAttempt?: boolean;
}

const requestedReply = linkedPaymentRequestSchema.partial({ updated_at: true });
const refusedReply = z.object({ error: z.string(), message: z.string() });

/** The RPCs of ChargesService about payment requests, which billing calls. */
export function paymentRequestRpcs(deps: PaymentRpcDeps) {
  return {
    /** Billing requests money from a customer for an account. */
    async RequestPayment(request: RequestPaymentRequest, call: RpcCall) {
      const requested = await requestPayment(deps, request, call);
      const { paymentId, paymentUrl, status, expiresAt } = requested;
      return { paymentId, paymentUrl, status, expiresAt };
    },

    /** Billing charges a customer's card for an account. */
    async ChargeSavedCard(request: ChargeSavedRequest, call: RpcCall) {
      const { accountId, currency, reference, isOnlyAttempt = false } = request;
      const saved = await deps.processors.findSaved(request, call.requestId);
      if (!saved) throw new AppError('not_found', 'the customer has no saved card');
      const before = await requestPayment(deps, request, call);
      if (before.status !== 'pending') return toReply(before, before.declineCode);
      const due = { id: before.paymentId, accountId, amount: amountOf(request), currency };
      const order = { ...due, description: reference, isOnlyAttempt };
      const last = await chargeSavedCard(deps, order, saved, call.requestId);
      return toReply(await requestPayment(deps, request, call), last?.declineCode);
    },

    /** Billing no longer wants the money. */
    async CancelPaymentRequest(
      { accountId, paymentId }: { readonly accountId: string; readonly paymentId: string },
      { requestId, deadline }: RpcCall,
    ) {
      const { linkBase } = deps;
      const command = { kind: 'cancel_payment', paymentId, by: 'service', linkBase } as const;
      const cause = { requestId, idempotencyKey: null };
      const { status, body } = await deps.writer.submit({ accountId, command, cause }, deadline);
      if (status === 200) return {};
      const { error, message } = refusedReply.parse(body);
      // A failed request cannot be paid either.
      if (error === 'not_cancellable') return {};
      throw new AppError('conflict', message);
    },
  };
}

/** A payment request as the services that created it see it. */
interface RequestedPayment {
  readonly paymentId: Uuid;
  readonly paymentUrl: string;
  readonly status: PaymentRequestStatus;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly transactionId: Uuid | undefined;
  /** Null unless the request has failed. */
  readonly declineCode: string | null;
}

/** Creates a payment request, or finds the current state of the one with this key. */
async function requestPayment(
  { books, writer, linkBase }: PaymentRpcDeps,
  request: RequestPaymentRequest,
  { requestId, deadline }: RpcCall,
): Promise<RequestedPayment> {
  const { accountId, key, reference, metadata, expiresAt, savesFor, customerId, consent } = request;
  const customerEmail = parseEmail(request.customerEmail);
  if (customerEmail === undefined)
    throw new AppError('invalid_request', 'the customer has no valid email address');
  if (key === '') throw new AppError('invalid_request', 'a payment request needs a key');
  const { status, body } = await writer.submit(
    {
      accountId,
      command: {
        kind: 'request_payment',
        amount: amountOf(request),
        currency: currencyOf(request),
        customerEmail,
        customerId: customerId === '' ? null : customerId,
        returnUrl: null,
        reference: reference === '' ? null : reference,
        metadata: metadata === '' ? {} : metadataOf(metadata),
        token: books.newToken(accountId),
        linkBase,
        key,
        expiresAt: expiresAt === '' ? null : instantOf(expiresAt),
        savesFor: savesFor === '' ? null : savesFor,
        consent: consent ? consentOf(consent) : null,
      },
      cause: { requestId, idempotencyKey: null },
    },
    deadline,
  );
  if (status !== 201) throw new AppError('conflict', refusedReply.parse(body).message);
  return toRequested(requestedReply.parse(body));
}

function toRequested(made: z.output<typeof requestedReply>): RequestedPayment {
  const paymentId = parsePublicId('paymentRequest', made.id);
  if (paymentId === undefined) throw new Error(`${made.id} is not a payment request`);
  return {
    paymentId,
    paymentUrl: made.payment_url,
    status: made.status,
    expiresAt: made.expires_at,
    transactionId: parsePublicId('transaction', made.transaction_id ?? ''),
    declineCode: made.decline_code ?? null,
  };
}

const intervals: readonly ConsentTerms['interval'][] = ['day', 'week', 'month', 'year'];

/** @throws AppError invalid_request for terms that no page can show. */
function consentOf({ cancelAddress, ...fields }: ConsentFields): ConsentTerms {
  const interval = intervals.find((name) => name === fields.interval);
  if (!interval || fields.intervalCount < 1)
    throw new AppError(
      'invalid_request',
      'a consent needs an interval with a count of at least one',
    );
  const address = parseCancelAddress(cancelAddress);
  if (cancelAddress !== '' && address === undefined)
    throw new AppError('invalid_request', `${cancelAddress} is not a cancellation address`);
  return {
    interval,
    intervalCount: fields.intervalCount,
    amount: amountOf(fields),
    cancelAddress: address ?? null,
  };
}

function instantOf(text: string): number {
  const parsed = instantField('to').safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', `${text} is not an ISO 8601 time`);
}

function toReply(
  { paymentId, paymentUrl, status, transactionId }: RequestedPayment,
  lastCode?: string | null,
) {
  const declineCode = transactionId === undefined && lastCode !== ABANDONED ? lastCode : undefined;
  return {
    paymentId,
    paymentUrl: status === 'pending' ? paymentUrl : '',
    transactionId: transactionId ?? '',
    declineReason: transactionId === undefined ? reasonOf(status, declineCode) : '',
    declineCode: declineCode ?? '',
  };
}

function reasonOf(
  status: RequestedPayment['status'],
  declineCode: string | null | undefined,
): string {
  const { title, reasons, otherReason } = en.decline;
  if (declineCode) return `${title}: ${reasons[declineCode] ?? otherReason}`;
  return status === 'failed' ? 'The card was declined too often.' : 'The card was not charged.';
}
