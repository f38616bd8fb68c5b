/** What the console says around billing; the other languages say the same. */
export const enBilling = {
  dunning: 'Charges that fail',
  dunningDays: 'Days after the first failure',
  sayDunning:
    'A charge that failed is tried again on day {days} after that; if the last one fails too, the subscription is canceled. Customers without a saved card are reminded on these days.',
  sayDunningOpen: 'What is past due already goes on by the days that it began with.',
  dunningHint: 'Days that go up, each from 1 to 60, for example 1, 3, 5, 7.',
  whyPart: 'Part',
  whyNothing: 'Nothing makes it up: it is zero.',
  whyByLine: 'Halves of a cent go up, on each line.',
  whyByInvoice:
    'Halves of a cent go up, once for the whole invoice; each line bears what it adds to that.',
  whyCreditReturned: 'Credit that had paid a part, returned',
  whyGivenUp: 'Given up: it is owed no more',
  whyWrong: 'Its parts come to {amount}: please tell whoever runs Florin.',
  refundedBefore: 'Given back before',
  refundedAfter: 'Given back later',
  refundLeft: 'Left of the payment',
  whyOthers: '{count} others',
  planPrices: 'Its other prices',
  doNewPrice: 'New price',
  sayNewPrice:
    '{name} is sold for {amount} as {id} as well. Whoever has this plan keeps its price until their subscription is changed.',
  collectionMethod: 'Collection',
  sayFinalizeCharge:
    'It gets its number, and {amount} is charged to the saved payment method of the customer. If that fails, the customer pays at the page of the invoice.',
  invoiceMails: 'Mails with invoices',
  mailInvoices: 'Customers are mailed each paid invoice and each credit note',
  taxProvider: 'Tax is decided by',
  taxProviderNeeds:
    'Stripe Tax needs your address, and a key of Stripe that the operator of this Florin has set. It then decides about each tax instead of the tables of Florin and your own rates.',
  metadata: 'Metadata',
};
