import type { Assertion } from '@florin/caller-assertion';
import { AppError, parseEmail, parsePublicId } from '@florin/contracts';
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
    const { body } = await writer.submit(
      {
        accountId,
        command: {
          kind: 'request_payment',
          amount: amountOf(request),
          currency: currencyOf(request),
          customerEmail,
          reference: reference === '' ? null : reference,
          metadata: metadata === '' ? {} : JSON.parse(metadata),
          token: newPaymentToken(),
          linkBase,
          key,
          expiresAt: expiresAt === '' ? null : Date.parse(expiresAt),
        },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      performance.now() + DEADLINE_MS,
    );
    const { id, payment_url: paymentUrl } = body as { id: string; payment_url: string };
    const paymentId = parsePublicId('paymentRequest', id);
    if (paymentId === undefined) throw new Error(`${id} is no payment request`);
    return { paymentId, paymentUrl };
  };
}
