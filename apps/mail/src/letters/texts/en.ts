import type { LetterTexts } from './texts.ts';

export const en: LetterTexts = {
  kinds: {
    payment_request: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} asks you to pay ${amount}`,
      heading: 'Payment request',
      body: ({ account, amount }) => `${account} asks you to pay ${amount}.`,
      button: 'Pay now',
    },
    receipt: {
      reader: 'customer',
      subject: ({ account, amount }) => `Receipt from ${account}: ${amount}`,
      heading: 'Thank you',
      body: ({ account, amount }) => `Your payment of ${amount} to ${account} has arrived.`,
      button: 'Show the receipt',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} has refunded ${amount}`,
      heading: 'Refund',
      body: ({ account, amount }) =>
        `${account} has refunded ${amount} to you. Your bank may take some days to show it.`,
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `A key of ${account} was made: ${name}`,
      heading: 'An API key was made',
      body: ({ account, name }) =>
        `Somebody with access to ${account} has made the API key ${name}. If it was none of you, revoke it and change your password.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `A key of ${account} has another secret: ${name}`,
      heading: 'An API key was rotated',
      body: ({ account, name }) =>
        `Somebody with access to ${account} has given the API key ${name} another secret. If it was none of you, revoke it and change your password.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `A payout of ${account} has failed: ${amount}`,
      heading: 'A payout has failed',
      body: ({ account, amount }) =>
        `The payout of ${amount} did not arrive at the bank. The money is on the account of ${account} again: check the bank details, then pay it out once more.`,
    },
  },
  reference: 'Reference',
  address: 'Or open this address:',
  footers: {
    customer: (account) =>
      `You receive this because of your payment to ${account}. To ask ${account} something, answer this mail.`,
    owner: (account) => `You receive this because this is the address of the account ${account}.`,
  },
};
