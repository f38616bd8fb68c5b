import type { Texts } from './texts.ts';

const askAgain =
  'It can no longer be paid, and you were not charged. Ask the sender of the link for a new one.';

export const en: Texts = {
  pay: (amount) => `Pay ${amount}`,
  payAt: (title, name) => `${title} at ${name}`,
  payByTransfer: (title) => `${title} by bank transfer`,
  payTo: 'Payment to',
  reference: 'Reference',
  invoice: {
    title: 'Invoice',
    see: 'View invoice',
    due: 'Due',
    more: (count) => `and ${count} more lines`,
    contact: 'Questions',
    lines: {
      period: 'Subscription to',
      proration: 'Remaining time on',
      unused_time: 'Unused time on',
      discount: 'Discount',
      credit_granted: 'Credit for future invoices',
      credit_applied: 'Paid from credit',
      credit_returned: 'Credit returned',
      credited: 'Reduced by credit notes',
    },
  },
  openUntil: (time) => `This link is valid until ${time}.`,
  testMode: 'Test mode: only test cards are accepted, and no money moves.',
  testCard: (number) => `To try it, use card ${number} with any future date and any security code.`,
  noCards:
    'Card payments are not available here yet. You were not charged. Ask the sender of the link how to pay.',
  card: 'Card',
  fields: {
    card_number: 'Card number',
    expiry: 'Expiry date (MM/YY)',
    cvc: 'Security code',
    name: 'Name on card (optional)',
  },
  faults: {
    digits: 'Enter the 12 to 19 digits on the card.',
    length: 'Check the card number: it has too many or too few digits.',
    check: 'Check the card number: a digit is mistyped.',
    expiry: 'Enter the month and year on the card, for example 12 / 29.',
    expired: 'This card has expired. Use another one.',
    far_ahead: 'Check the year: it is too far in the future.',
    code: 'Enter the 3 or 4 digits of the security code.',
    code_of_3: 'Enter the 3 digits of the security code on the back of the card.',
    code_of_4: 'Enter the 4 digits of the security code on the front of the card.',
    long_name: 'Enter at most 200 characters.',
    other_consent: 'The terms you agree to have changed. Please read them again.',
  },
  toCorrect: 'You have not paid yet. Please correct:',
  saves: 'This card will be saved and charged for your next invoices.',
  hasEnded:
    'This subscription has ended. You pay only this invoice: there are no further charges, and your card is not saved.',
  consent: ({ name = 'the seller', amount, every, cancelAddress }) =>
    `You allow ${name} to charge this card ${amount} ${every} until you cancel. ${
      cancelAddress === null ? `To cancel, contact ${name}.` : `To cancel: ${cancelAddress}`
    }`,
  every: ({ interval, intervalCount }) =>
    intervalCount === 1 ? `every ${interval}` : `every ${intervalCount} ${interval}s`,
  busy: 'Paying…',
  decline: {
    title: 'The card was declined',
    reasons: {
      card_declined: 'The bank gave no reason.',
      generic_decline: 'The bank gave no reason.',
      insufficient_funds: 'The card has insufficient funds.',
      invalid_number: 'The card number is not valid.',
      not_a_test_card: 'Only test cards are accepted here.',
    },
    otherReason: 'The bank did not accept the payment.',
    advice: 'You were not charged. Check the details, use another card, or contact your bank.',
    triesLeft: (tries) =>
      tries === 1 ? 'You can try one more time.' : `You can try ${tries} more times.`,
  },
  beingPaid: {
    title: 'Your payment is being processed',
    text: 'Please do not pay again. This page updates automatically.',
    resume: 'Continue payment',
    instead: 'Pay another way',
    look: 'Check now',
  },
  transfer: {
    title: 'Pay by bank transfer',
    text: 'Use exactly this amount and reference, so that we can match your payment.',
    name: 'Payee',
    reference: 'Reference',
    scan: 'Scan with your banking app',
    after:
      'Once the money arrives, this page shows your receipt. This can take until the next business day.',
  },
  paid: {
    number: 'Receipt number',
    title: 'Paid. Thank you!',
    text: 'This is your receipt.',
    amount: 'Amount',
    at: 'Paid on',
    card: 'Card',
    ending: (brand, last4) => `${brand} ending in ${last4}`,
    print: 'Print',
  },
  expired: { title: 'This payment link has expired', text: askAgain },
  canceled: {
    title: 'This payment was canceled',
    text: 'It can no longer be paid, and you were not charged. If you think you still owe it, contact the sender of the link.',
  },
  failed: { title: 'This payment was declined too often', text: askAgain },
  back: (name) => (name === undefined ? 'Back to the shop' : `Back to ${name}`),
};
