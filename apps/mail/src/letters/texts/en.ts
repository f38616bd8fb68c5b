import type { LetterTexts } from './texts.ts';

export const en: LetterTexts = {
  kinds: {
    payment_request: {
      subject: ({ seller, amount }) => `${seller} asks you to pay ${amount}`,
      heading: 'Payment request',
      body: ({ seller, amount }) => `${seller} asks you to pay ${amount}.`,
      button: 'Pay now',
    },
    receipt: {
      subject: ({ seller, amount }) => `Receipt from ${seller}: ${amount}`,
      heading: 'Thank you',
      body: ({ seller, amount }) => `Your payment of ${amount} to ${seller} has arrived.`,
      button: 'Show the receipt',
    },
    refund: {
      subject: ({ seller, amount }) => `${seller} has refunded ${amount}`,
      heading: 'Refund',
      body: ({ seller, amount }) =>
        `${seller} has refunded ${amount} to you. Your bank may take some days to show it.`,
    },
  },
  reference: 'Reference',
  address: 'Or open this address:',
  footer: (seller) =>
    `You receive this because of your payment to ${seller}. To ask ${seller} something, answer this mail.`,
};
