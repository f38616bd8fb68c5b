import type { Stripe } from 'stripe';
import { newName } from '../tables.ts';
import { billingOf } from './methods.ts';

export interface ChargeGiven {
  readonly intent: Stripe.PaymentIntent;
  readonly method: Stripe.PaymentMethod;
  readonly failure: { readonly code: string; readonly declineCode: string | null } | null;
}

export function buildCharge(
  created: number,
  { intent, method, failure }: ChargeGiven,
): Stripe.Charge {
  const captured = failure === null && intent.capture_method !== 'manual';
  return {
    id: newName('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingOf({
      name: method.billing_details.name,
      email: method.billing_details.email,
    }),
    calculated_statement_descriptor: 'STAND-IN',
    captured,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure && `Your card was declined: ${failure.code}.`,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure && (failure.declineCode ?? failure.code),
      risk_level: 'normal',
      seller_message: failure
        ? 'The bank did not return any further details.'
        : 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: failure === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function detailsOf({ card }: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  if (!card) return { type: 'card' };
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

type RefundGiven = Pick<Stripe.Refund, 'amount' | 'metadata' | 'reason' | 'status'>;

export function buildRefund(
  created: number,
  charge: Stripe.Charge,
  given: RefundGiven,
): Stripe.Refund {
  return {
    ...given,
    id: newName('re'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  };
}
