import Stripe from 'stripe';
import type { Merchant } from '../../contract/model.ts';
import { ProcessorUnavailable } from '../../contract/processor.ts';
import { API_VERSION, type StripeSettings } from '../../settings/stripe.ts';

/** Timeout of a Stripe call, shorter than the timeouts of our callers. */
const TIMEOUT_MS = 7_000;

/** A refusal by Stripe, with its codes only: its message may quote the request. */
export class Refusal extends Error {
  readonly code: string;
  readonly declineCode: string | null;
  /** The payment concerned, if any. */
  readonly intent: Stripe.PaymentIntent | null;

  constructor(code: string, declineCode: string | null, intent: Stripe.PaymentIntent | null) {
    super(`Stripe refused the request: ${code}`);
    this.code = code;
    this.declineCode = declineCode;
    this.intent = intent;
  }
}

/** Stripe's code for a key used with another request: see `stop`. */
export const KEY_IS_USED = 'idempotency_error';

export interface StripeCalls {
  readonly stripe: Stripe;
  /**
   * Sends a request; Stripe's package retries only closed connections, with the same key.
   * @throws Refusal, ProcessorUnavailable if not received, or Error if the outcome is unknown
   */
  send<Answer>(sending: Promise<Answer>): Promise<Answer>;
}

export function openStripe({ secretKey, apiBase }: StripeSettings): StripeCalls {
  const isHttps = apiBase.protocol === 'https:';
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: apiBase.hostname,
    port: apiBase.port || (isHttps ? 443 : 80),
    protocol: isHttps ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return {
    stripe,
    send: (sending) =>
      sending.catch((error: unknown) => {
        throw translate(error);
      }),
  };
}

/** Options of a call: the merchant, and our id as the idempotency key. */
export function callFor(
  { reference }: Pick<Merchant, 'reference'>,
  idempotencyKey?: string,
): Stripe.RequestOptions {
  return {
    ...(reference !== null && { stripeAccount: reference }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

/** With these errors nothing was sent. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The resulting errors contain neither the request nor its key. */
function translate(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError))
    return new Error('the request to Stripe failed');
  const { code, statusCode, requestId } = error;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const { detail } = error as { readonly detail?: unknown };
    const cause = codeOf(detail);
    return cause !== undefined && unsent.includes(cause)
      ? new ProcessorUnavailable(`Stripe cannot be reached: ${cause}`)
      : new Error(`no response from Stripe: ${cause ?? 'timeout'}`);
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError && statusCode !== 409)
    return new Refusal(KEY_IS_USED, null, null);
  // Another call with the same key, or on the same object, is in progress.
  const isAtWork = code === 'idempotency_key_in_use' || code === 'lock_timeout';
  if (isAtWork || statusCode === 409) return new Error('Stripe is still processing the request');
  if (statusCode === 429) return new ProcessorUnavailable('Stripe is rate limiting requests');
  if (statusCode === 401 || statusCode === 403)
    return new ProcessorUnavailable('Stripe does not accept our key; check STRIPE_SECRET_KEY');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const { decline_code: declineCode, payment_intent: intent } = error;
    return new Refusal(code ?? 'invalid_request', declineCode ?? null, intent ?? null);
  }
  return new Error(`Stripe failed: ${statusCode ?? 'no status'}, request ${requestId ?? '-'}`);
}

function codeOf(detail: unknown): string | undefined {
  const isCoded = typeof detail === 'object' && detail !== null && 'code' in detail;
  return isCoded && typeof detail.code === 'string' ? detail.code : undefined;
}

/** Whether Stripe replayed an earlier response, which lacks later changes. */
export function wasReplayed(answer: {
  readonly lastResponse: { readonly headers: Readonly<Record<string, string>> };
}): boolean {
  return answer.lastResponse.headers['idempotent-replayed'] === 'true';
}
