import type { Stripe } from 'stripe';
import { newName } from '../tables.ts';

type MovementGiven = Pick<
  Stripe.BalanceTransaction,
  'amount' | 'currency' | 'available_on' | 'description' | 'reporting_category' | 'type'
> & { readonly source: string; readonly fee: number };

/** A balance transaction: gross, fee and net. */
export function buildMovement(created: number, given: MovementGiven): Stripe.BalanceTransaction {
  const { amount, fee, currency } = given;
  const detail = {
    amount: fee,
    application: null,
    currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  };
  return {
    ...given,
    id: newName('txn'),
    object: 'balance_transaction',
    balance_type: 'payments',
    created,
    exchange_rate: null,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    status: given.available_on > created ? 'pending' : 'available',
  };
}

type PayoutGiven = Pick<Stripe.Payout, 'amount' | 'automatic' | 'currency' | 'metadata'> & {
  readonly arrivalDate: number;
  readonly description: string | null;
};

export function buildPayout(
  created: number,
  { arrivalDate, ...given }: PayoutGiven,
): Stripe.Payout {
  return {
    ...given,
    id: newName('po'),
    object: 'payout',
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivalDate,
    balance_transaction: null,
    created,
    destination: 'ba_stand_in',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: given.automatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  };
}
