import type { LetterTexts } from './texts.ts';

export const de: LetterTexts = {
  kinds: {
    payment_request: {
      subject: ({ seller, amount }) => `${seller} bittet um Zahlung von ${amount}`,
      heading: 'Zahlungsaufforderung',
      body: ({ seller, amount }) => `${seller} bittet Sie um die Zahlung von ${amount}.`,
      button: 'Jetzt bezahlen',
    },
    receipt: {
      subject: ({ seller, amount }) => `Beleg von ${seller}: ${amount}`,
      heading: 'Vielen Dank',
      body: ({ seller, amount }) => `Ihre Zahlung von ${amount} an ${seller} ist eingegangen.`,
      button: 'Beleg ansehen',
    },
    refund: {
      subject: ({ seller, amount }) => `${seller} hat ${amount} erstattet`,
      heading: 'Erstattung',
      body: ({ seller, amount }) =>
        `${seller} hat Ihnen ${amount} erstattet. Bis Ihre Bank das anzeigt, können einige Tage vergehen.`,
    },
  },
  reference: 'Referenz',
  address: 'Oder öffnen Sie diese Adresse:',
  footer: (seller) =>
    `Sie erhalten diese Nachricht wegen Ihrer Zahlung an ${seller}. Fragen an ${seller} stellen Sie als Antwort auf diese Nachricht.`,
};
