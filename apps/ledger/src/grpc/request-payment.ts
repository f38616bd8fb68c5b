import {
  AppError,
  type LinkedPaymentRequestResource,
  parseEmail,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import type { RpcCall } from '@florin/grpc';
import { instantField, metadataField } from '@florin/http-api';
import type { PaymentRequestStatus } from '../domain/payment-request.ts';
import type { Metadata } from '../domain/transaction.ts';
import { newPaymentToken } from '../http/create-payment.ts';
import type { Writer } from '../writer/create-writer.ts';
import { amountOf } from './amount-of.ts';
import { currencyOf } from './currency-of.ts';

export interface RequestPaymentRequest {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly customerEmail: string;
  readonly reference: string;
  readonly metadata: string;
  readonly expiresAt: string;
  readonly savesFor: string;
}

/** ChargesService.RequestPayment: billing asks a customer for money in an account's name. */
export function requestPaymentRpc(writer: Writer, linkBase: string) {
  return async (request: RequestPaymentRequest, call: RpcCall) => {
    const { paymentId, paymentUrl, status, expiresAt } = await requestOnce(
      writer,
      linkBase,
      request,
      call,
    );
    return { paymentId, paymentUrl, status, expiresAt };
  };
}

/** A payment request as the services that ask for it know it. */
export interface Requested {
  readonly paymentId: Uuid;
  readonly paymentUrl: string;
  readonly status: PaymentRequestStatus;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly transactionId: Uuid | undefined;
}

/** Makes a payment request, or finds the one that its key has made, as it is now. */
export async function requestOnce(
  writer: Writer,
  linkBase: string,
  request: RequestPaymentRequest,
  { requestId, deadline }: RpcCall,
): Promise<Requested> {
  const { accountId, key, reference, metadata, expiresAt, savesFor } = request;
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
        returnUrl: null,
        reference: reference === '' ? null : reference,
        metadata: metadata === '' ? {} : metadataOf(metadata),
        token: newPaymentToken(),
        linkBase,
        key,
        expiresAt: expiresAt === '' ? null : instantOf(expiresAt),
        savesFor: savesFor === '' ? null : savesFor,
      },
      once: undefined,
      cause: { requestId, idempotencyKey: null },
    },
    deadline,
  );
  if (status !== 201) throw new AppError('conflict', (body as { message: string }).message);
  return toRequested(body as LinkedPaymentRequestResource);
}

function toRequested(made: LinkedPaymentRequestResource): Requested {
  const paymentId = parsePublicId('paymentRequest', made.id);
  if (paymentId === undefined) throw new Error(`${made.id} is no payment request`);
  return {
    paymentId,
    paymentUrl: made.payment_url,
    status: made.status,
    expiresAt: made.expires_at,
    transactionId: parsePublicId('transaction', made.transaction_id ?? ''),
  };
}

function metadataOf(text: string): Metadata {
  const parsed = metadataField.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', 'the metadata is no JSON object that can be kept');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function instantOf(text: string): number {
  const parsed = instantField('to').safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', `${text} is no ISO 8601 instant`);
}
