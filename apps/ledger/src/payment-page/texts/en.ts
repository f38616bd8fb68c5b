import type { Texts } from './texts.ts';

const askAgain =
  'It can no longer be paid and no money was taken. Ask whoever sent you the link for a new one.';

export const en: Texts = {
  pay: (amount) => `Pay ${amount}`,
  payAt: (title, name) => `${title} at ${name}`,
  payByTransfer: (title) => `${title} by bank transfer`,
  payTo: 'Payment to',
  reference: 'Reference',
  invoice: {
    title: 'Invoice',
    see: 'See the invoice',
    due: 'Due on',
    more: (count) => `and ${count} more lines`,
    contact: 'Questions',
    lines: {
      period: 'Subscription to',
      proration: 'Rest of the period on',
      unused_time: 'Unused time on',
      credit_granted: 'Kept as credit for the next invoices',
      credit_applied: 'Paid from credit',
      credit_returned: 'Credit returned',
      credited: 'Taken back by credit notes',
    },
  },
  openUntil: (time) => `This link is open until ${time}.`,
  testMode: 'Test mode: only test cards are taken, and no money moves.',
  testCard: (number) => `To try it, use the card ${number} with any date ahead and any code.`,
  noCards:
    'Cards cannot be taken here yet. Nothing was charged: ask whoever sent you the link how to pay.',
  card: 'Card',
  fields: {
    card_number: 'Card number',
    expiry: 'Expires (MM/YY)',
    cvc: 'Security code',
    name: 'Name on card (optional)',
  },
  faults: {
    digits: 'Enter the 12 to 19 digits on the card.',
    length: 'Check the card number: it has too many or too few digits.',
    check: 'Check the card number: a digit is mistyped.',
    expiry: 'Enter month and year as on the card, such as 12 / 29.',
    expired: 'This card has expired. Use another one.',
    far_ahead: 'Check the year: it is too far ahead.',
    code: 'Enter the 3 or 4 digits of the security code.',
    code_of_3: 'Enter the 3 digits of the security code on the back of the card.',
    code_of_4: 'Enter the 4 digits of the security code on the front of the card.',
    long_name: 'Enter at most 200 characters.',
    other_consent: 'What you agree to has changed. Please read it again.',
  },
  toCorrect: 'Nothing was paid yet. Please correct:',
  saves: 'This card will be saved and charged for your next invoices.',
  hasEnded:
    'This subscription has ended. You pay this invoice only: nothing is charged later, and your card is not saved.',
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
      card_declined: 'Its bank did not say why.',
      generic_decline: 'Its bank did not say why.',
      insufficient_funds: 'There is not enough money on it.',
      invalid_number: 'Its number is not valid.',
      not_a_test_card: 'Only test cards are taken here.',
    },
    otherReason: 'Its bank did not accept the payment.',
    advice: 'No money was taken. Check what you typed, use another card, or ask your bank.',
    triesLeft: (tries) =>
      tries === 1 ? 'You can try one more time.' : `You can try ${tries} more times.`,
  },
  beingPaid: {
    title: 'Your payment is being processed',
    text: 'Please do not pay again. This page shows the result by itself.',
    resume: 'Continue your payment',
    instead: 'Pay in another way',
    look: 'Look now',
  },
  transfer: {
    title: 'Transfer the money at your bank',
    text: 'Use exactly this amount and this reference: by them your payment is recognized.',
    name: 'Payee',
    reference: 'Reference',
    scan: 'Scan this with the app of your bank',
    after:
      'Once the money has arrived, this page is your receipt. That may take until the next working day.',
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
    text: 'It can no longer be paid and no money was taken. If you think that you still owe it, talk to whoever sent you the link.',
  },
  failed: { title: 'This payment was declined too often', text: askAgain },
  back: (name) => (name === undefined ? 'Go back to the shop' : `Go back to ${name}`),
};
