import type { Stripe } from 'stripe';
import { type CardRule, shownOf } from '../cards.ts';
import { newName } from '../tables.ts';

export interface TypedCard {
  readonly rule: CardRule;
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string | null;
  readonly email: string | null;
}

export function buildMethod(created: number, card: TypedCard): Stripe.PaymentMethod {
  const { brand, last4 } = shownOf(card.rule);
  return {
    id: newName('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingOf(card),
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

export function billingOf({ name, email }: Pick<TypedCard, 'name' | 'email'>) {
  return { address: null, email, name, phone: null, tax_id: null };
}

export function buildCustomer(
  created: number,
  given: Pick<Stripe.Customer, 'email' | 'name' | 'description' | 'metadata'>,
): Stripe.Customer {
  return {
    ...given,
    id: newName('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
