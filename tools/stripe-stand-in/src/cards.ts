import { summarize } from '@florin/cards';

/** Behavior of a test card, as Stripe publishes it. */
export interface CardRule {
  readonly number: string;
  /** Unless null, its charges are declined; invalid numbers with `incorrect_number`. */
  readonly declines: { readonly code: string; readonly declineCode: string | null } | null;
  /** Whether its bank asks the holder each time. */
  readonly asksHolder: boolean;
  /** Declined only once it is attached to a customer. */
  readonly declinesAttached: boolean;
  readonly disputed: boolean;
  readonly refund: 'succeeded' | 'pending' | 'fails_later';
  /** Whether its money is available immediately. */
  readonly availableAtOnce: boolean;
}

const good: Omit<CardRule, 'number'> = {
  declines: null,
  asksHolder: false,
  declinesAttached: false,
  disputed: false,
  refund: 'succeeded',
  availableAtOnce: false,
};

const decline = (declineCode: string) => ({ declines: { code: 'card_declined', declineCode } });
const refuse = (code: string) => ({ declines: { code, declineCode: null } });

const rules: Readonly<Record<string, Partial<CardRule>>> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '378282246310005': {},
  '4000000000000002': decline('generic_decline'),
  '4000000000009995': decline('insufficient_funds'),
  '4000000000009987': decline('lost_card'),
  '4000000000009979': decline('stolen_card'),
  '4000000000000069': refuse('expired_card'),
  '4000000000000127': refuse('incorrect_cvc'),
  '4000000000000119': refuse('processing_error'),
  '4000002760003184': { asksHolder: true },
  '4000000000000341': { declinesAttached: true },
  '4000000000000259': { disputed: true },
  '4000000000005126': { refund: 'fails_later' },
  '4000000000007726': { refund: 'pending' },
  '4000000000000077': { availableAtOnce: true },
};

/** Stripe's test mode names of payment methods with such cards. */
export const namedMethods: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_createDispute: '4000000000000259',
  pm_card_refundFail: '4000000000005126',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_bypassPending: '4000000000000077',
};

export function ruleOf(number: string): CardRule {
  const rule = rules[number] ?? refuse('incorrect_number');
  return { ...good, ...rule, number };
}

/** The visible members of a card. */
export function shownOf({ number }: CardRule) {
  return summarize(number);
}
