/** What the console says around billing; the other languages say the same. */
export const enBilling = {
  dunning: 'Charges that fail',
  dunningDays: 'Days after the first failure',
  sayDunning:
    'What could not be charged is tried again on day {days} after it; if the last one fails too, the subscription is canceled. Customers without a saved card are reminded on these days.',
  sayDunningOpen: 'What is past due already goes on by the days that it began with.',
  dunningHint: 'Days that go up, each from 1 to 60, for example 1, 3, 5, 7.',
};
