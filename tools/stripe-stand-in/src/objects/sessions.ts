import type { Stripe } from 'stripe';
import { newName } from '../tables.ts';

/** Seconds until a page expires, by default. */
export const OPEN_S = 86_400;

type SessionGiven = Pick<
  Stripe.Checkout.Session,
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'currency'
  | 'customer'
  | 'customer_email'
  | 'expires_at'
  | 'metadata'
  | 'mode'
  | 'setup_intent'
  | 'success_url'
> & { readonly submitText: string | null };

export function buildSession(
  created: number,
  baseUrl: string,
  { submitText, ...given }: SessionGiven,
): Stripe.Checkout.Session {
  const id = newName('cs_test');
  const { customer_email: email, amount_total } = given;
  return {
    ...given,
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: submitText === null ? null : { message: submitText },
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_creation: given.mode === 'payment' ? 'if_required' : null,
    customer_details: email === null ? null : detailsOf(email),
    discounts: null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: given.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${baseUrl}/c/pay/${id}`,
    wallet_options: null,
  };
}

function detailsOf(email: string): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: null,
    tax_ids: null,
  };
}

/** The order of a payment page, besides its visible members. */
export interface PageOrder {
  readonly captureMethod: 'automatic' | 'manual';
  readonly description: string | null;
  readonly metadata: Record<string, string>;
  readonly setupFutureUsage: 'off_session' | 'on_session' | null;
  readonly createsCustomer: boolean;
}
