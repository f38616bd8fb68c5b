/** English texts about billing. */
export const enBilling = {
  dunning: 'Payment retries',
  dunningDays: 'Days after the first failure',
  sayDunning:
    'Failed charges are retried {days} days after the failure. {end} Customers without a saved card get a reminder on these days.',
  dunningFinalAction: 'After the last failure',
  dunningCancels: 'If the last retry fails, the subscription is canceled.',
  dunningPauses:
    'If the last retry fails, the subscription is paused until its invoice is paid and it is resumed.',
  dunningLeaves:
    'If the last retry fails, the subscription stays past due until its invoice is paid.',
  sayDunningOpen: 'Charges already past due keep their original schedule.',
  dunningHint: 'Enter increasing days, each from 1 to 60, for example 1, 3, 5, 7.',
  whyPart: 'Part',
  whyNothing: 'No parts: the amount is zero.',
  whyByLine: 'Half cents are rounded up on each line.',
  whyByInvoice:
    'Half cents are rounded up once for the whole invoice; each line carries its share.',
  whyCreditReturned: 'Returned credit that had paid a part',
  whyGivenUp: 'Waived: no longer owed',
  whyWrong: 'The parts add up to {amount}: report this to the operator of Florin.',
  refundedBefore: 'Refunded earlier',
  refundedAfter: 'Refunded later',
  refundLeft: 'Left of the payment',
  whyOthers: '{count} more',
  planPrices: 'Other prices',
  doNewPrice: 'Add price',
  sayNewPrice:
    '{name} is also sold for {amount} as {id}. Existing subscriptions keep their price until they are changed.',
  collectionMethod: 'Collection',
  sayFinalizeCharge:
    'The invoice gets its number, and {amount} is charged to the saved payment method of the customer. If the charge fails, the customer can pay on the invoice page.',
  invoiceMails: 'Invoice emails',
  mailInvoices: 'Email customers each paid invoice and credit note',
  taxProvider: 'Tax calculated by',
  taxProviderNeeds:
    'Stripe Tax requires your address and a Stripe key set by the operator. It then calculates all taxes; Florin’s tables and your own rates no longer apply.',
  metadata: 'Metadata',
};
