import type { Stripe } from 'stripe';

/** The body of an error, as Stripe's clients read it. */
export interface FailureBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
  readonly setup_intent?: Stripe.SetupIntent;
  readonly payment_method?: Stripe.PaymentMethod;
}

/** A refusal; code anywhere may throw it. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: FailureBody;
  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

type Details = Partial<Omit<FailureBody, 'type' | 'message'>>;

export function invalid(message: string, details: Details = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details });
}

export function missing(what: string, id: string): StripeFailure {
  const message = `No such ${what}: '${id}'`;
  const code = 'resource_missing';
  return new StripeFailure(404, { type: 'invalid_request_error', message, code, param: 'id' });
}

export function declined(details: Details & { readonly code: string }): StripeFailure {
  return new StripeFailure(402, {
    type: 'card_error',
    message: `Your card was declined: ${details.decline_code ?? details.code}.`,
    ...details,
  });
}
