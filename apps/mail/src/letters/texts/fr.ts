import type { LetterTexts } from './texts.ts';

export const fr: LetterTexts = {
  kinds: {
    payment_request: {
      subject: ({ seller, amount }) => `${seller} vous demande de payer ${amount}`,
      heading: 'Demande de paiement',
      body: ({ seller, amount }) => `${seller} vous demande de payer ${amount}.`,
      button: 'Payer maintenant',
    },
    receipt: {
      subject: ({ seller, amount }) => `Reçu de ${seller} : ${amount}`,
      heading: 'Merci',
      body: ({ seller, amount }) => `Votre paiement de ${amount} à ${seller} est arrivé.`,
      button: 'Afficher le reçu',
    },
    refund: {
      subject: ({ seller, amount }) => `${seller} vous a remboursé ${amount}`,
      heading: 'Remboursement',
      body: ({ seller, amount }) =>
        `${seller} vous a remboursé ${amount}. Votre banque peut mettre quelques jours à l’afficher.`,
    },
  },
  reference: 'Référence',
  address: 'Ou ouvrez cette adresse :',
  footer: (seller) =>
    `Vous recevez ce message en raison de votre paiement à ${seller}. Pour poser une question à ${seller}, répondez à ce message.`,
};
