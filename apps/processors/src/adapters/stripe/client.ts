import Stripe from 'stripe';
import type { Merchant } from '../../contract/model.ts';
import { ProcessorUnavailable } from '../../contract/processor.ts';
import { API_VERSION, type StripeSettings } from './settings.ts';

/** Longest wait for an answer of Stripe, in milliseconds: shorter than callers wait for ours. */
const TIMEOUT_MS = 7_000;

/** What Stripe has decided against, by its codes. Its words stay there: they may quote what was sent. */
export class Refusal extends Error {
  readonly code: string;
  readonly declineCode: string | null;
  /** The payment that the refusal is about, where there is one. */
  readonly intent: Stripe.PaymentIntent | null;

  constructor(code: string, declineCode: string | null, intent: Stripe.PaymentIntent | null) {
    super(`Stripe has refused: ${code}`);
    this.code = code;
    this.declineCode = declineCode;
    this.intent = intent;
  }
}

/** What Stripe says to a key that was used for something else: see `stop`. */
export const KEY_IS_USED = 'idempotency_error';

export interface StripeCalls {
  readonly stripe: Stripe;
  /**
   * Sends once; the package repeats, with the same key, only what met a connection that was closed.
   * @throws Refusal for what Stripe has decided against, ProcessorUnavailable for what it has not
   *   taken, Error for what nobody knows
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

/** For whom a call is made, and the key by which it is done once: our id of what is ordered. */
export function callFor(
  { reference }: Pick<Merchant, 'reference'>,
  idempotencyKey?: string,
): Stripe.RequestOptions {
  return {
    ...(reference !== null && { stripeAccount: reference }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

/** Nothing of a request that failed so was sent. */
const unsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** None of these carries what was sent, nor the key it was sent with. */
function translate(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return new Error('the call of Stripe failed');
  const { code, statusCode, requestId } = error;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const { detail } = error as { readonly detail?: unknown };
    const cause = codeOf(detail);
    return cause !== undefined && unsent.includes(cause)
      ? new ProcessorUnavailable(`Stripe cannot be reached: ${cause}`)
      : new Error(`no answer came from Stripe: ${cause ?? 'time-out'}`);
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError && statusCode !== 409)
    return new Refusal(KEY_IS_USED, null, null);
  // Another call with the same key, or about the same object, is still at work.
  const isAtWork = code === 'idempotency_key_in_use' || code === 'lock_timeout';
  if (isAtWork || statusCode === 409) return new Error('Stripe is still at work on it');
  if (statusCode === 429) return new ProcessorUnavailable('Stripe takes no more for now');
  if (statusCode === 401 || statusCode === 403)
    return new ProcessorUnavailable('Stripe does not accept our key: look at STRIPE_SECRET_KEY');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const { decline_code: declineCode, payment_intent: intent } = error;
    return new Refusal(code ?? 'invalid_request', declineCode ?? null, intent ?? null);
  }
  return new Error(`Stripe has failed: ${statusCode ?? 'no status'}, request ${requestId ?? '-'}`);
}

function codeOf(detail: unknown): string | undefined {
  const isCoded = typeof detail === 'object' && detail !== null && 'code' in detail;
  return isCoded && typeof detail.code === 'string' ? detail.code : undefined;
}

/** Whether Stripe has answered as before: what has become of it since is not in that answer. */
export function wasReplayed(answer: {
  readonly lastResponse: { readonly headers: Readonly<Record<string, string>> };
}): boolean {
  return answer.lastResponse.headers['idempotent-replayed'] === 'true';
}
