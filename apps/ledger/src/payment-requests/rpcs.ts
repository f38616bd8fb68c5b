import {
  AppError,
  type LinkedPaymentRequestResource,
  parseEmail,
  parsePublicId,
  type Uuid,
} from '@florin/contracts';
import type { RpcCall } from '@florin/grpc';
import { instantField, metadataField } from '@florin/http-api';
import { en } from '../payment-page/texts/en.ts';
import type { Writer } from '../posting/writer.ts';
import { amountOf, currencyOf } from '../rpc-fields.ts';
import type { Metadata } from '../transactions/model.ts';
import { newPaymentToken } from './create-routes.ts';
import type { PaymentRequestStatus } from './model.ts';
import type { SavedCards } from './pay.ts';

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
}

/** ChargesService.RequestPayment: billing asks a customer for money in an account's name. */
export function requestPaymentRpc(writer: Writer, linkBase: string) {
  return async (request: RequestPaymentRequest, call: RpcCall) => {
    const { paymentId, paymentUrl, status, expiresAt } = await requestPayment(
      writer,
      linkBase,
      request,
      call,
    );
    return { paymentId, paymentUrl, status, expiresAt };
  };
}

/** A payment request as the services that ask for it know it. */
interface RequestedPayment {
  readonly paymentId: Uuid;
  readonly paymentUrl: string;
  readonly status: PaymentRequestStatus;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly transactionId: Uuid | undefined;
}

/** Makes a payment request, or finds the one that its key has made, as it is now. */
async function requestPayment(
  writer: Writer,
  linkBase: string,
  request: RequestPaymentRequest,
  { requestId, deadline }: RpcCall,
): Promise<RequestedPayment> {
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

function toRequested(made: LinkedPaymentRequestResource): RequestedPayment {
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

/** ChargesService.ChargeSavedCard: billing has a customer's card charged in an account's name. */
export function chargeSavedCardRpc(writer: Writer, linkBase: string, cards: SavedCards) {
  return async (request: RequestPaymentRequest, call: RpcCall) => {
    const { accountId, currency, savesFor } = request;
    const savedBy = savesFor === '' ? undefined : await cards.find(accountId, savesFor);
    if (savedBy === undefined) throw new AppError('not_found', 'no card is saved for them');
    const ask = () => requestPayment(writer, linkBase, request, call);
    const before = await ask();
    if (before.status !== 'pending') return toReply(before);
    const { paymentId } = before;
    const owed = { accountId, paymentId, amount: amountOf(request), currency, savedBy };
    const last = await cards.charge(owed, call.requestId);
    return toReply(await ask(), last?.declineCode);
  };
}

function toReply(
  { paymentId, paymentUrl, status, transactionId }: RequestedPayment,
  declineCode?: string | null,
) {
  return {
    paymentId,
    paymentUrl: status === 'pending' ? paymentUrl : '',
    transactionId: transactionId ?? '',
    declineReason: transactionId === undefined ? reasonOf(status, declineCode) : '',
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

/** ChargesService.CancelPaymentRequest: billing no longer wants the money. */
export function cancelPaymentRequestRpc(writer: Writer, linkBase: string) {
  return async (
    { accountId, paymentId }: { accountId: string; paymentId: string },
    { requestId, deadline }: RpcCall,
  ) => {
    const { status, body } = await writer.submit(
      {
        accountId,
        command: { kind: 'cancel_payment', paymentId, by: 'service', linkBase },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      deadline,
    );
    const { error, message } = body as { error?: string; message: string };
    // One that has failed cannot be paid any more either.
    if (status === 200 || error === 'not_cancellable') return {};
    throw new AppError('conflict', message);
  };
}
