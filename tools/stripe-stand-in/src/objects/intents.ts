import type { Stripe } from 'stripe';
import { newName } from '../tables.ts';

type PaymentGiven = Pick<
  Stripe.PaymentIntent,
  | 'amount'
  | 'currency'
  | 'capture_method'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'payment_method'
  | 'receipt_email'
  | 'setup_future_usage'
>;

export function buildPaymentIntent(created: number, given: PaymentGiven): Stripe.PaymentIntent {
  const id = newName('pi');
  return {
    ...given,
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: newName(`${id}_secret`),
    confirmation_method: 'automatic',
    created,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
  };
}

type SetupGiven = Pick<
  Stripe.SetupIntent,
  'customer' | 'description' | 'metadata' | 'payment_method' | 'usage'
>;

export function buildSetupIntent(created: number, given: SetupGiven): Stripe.SetupIntent {
  const id = newName('seti');
  return {
    ...given,
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newName(`${id}_secret`),
    created,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: given.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
  };
}
