import type { Assertion } from '@florin/caller-assertion';
import { AppError, parseEmail, parsePublicId } from '@florin/contracts';
import { instantField, metadataField } from '@florin/http-api';
import type { Metadata } from '../domain/transaction.ts';
import { newPaymentToken } from '../http/create-payment.ts';
import type { Writer } from '../writer/create-writer.ts';
import { amountOf } from './amount-of.ts';
import { currencyOf } from './currency-of.ts';

const DEADLINE_MS = 2_000;

interface RequestPaymentRequest {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly customerEmail: string;
  readonly reference: string;
  readonly metadata: string;
  readonly expiresAt: string;
}

/** ChargesService.RequestPayment: billing asks a customer for money in an account's name. */
export function requestPaymentRpc(writer: Writer, linkBase: string) {
  return async (request: RequestPaymentRequest, { requestId }: Assertion) => {
    const { accountId, key, reference, metadata, expiresAt } = request;
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
        },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      performance.now() + DEADLINE_MS,
    );
    if (status !== 201) throw new AppError('conflict', (body as { message: string }).message);
    const { id, payment_url: paymentUrl } = body as { id: string; payment_url: string };
    const paymentId = parsePublicId('paymentRequest', id);
    if (paymentId === undefined) throw new Error(`${id} is no payment request`);
    return { paymentId, paymentUrl };
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
