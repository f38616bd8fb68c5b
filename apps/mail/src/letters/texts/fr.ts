import type { LetterTexts } from './texts.ts';

export const fr: LetterTexts = {
  kinds: {
    payment_request: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} vous demande de payer ${amount}`,
      heading: 'Demande de paiement',
      body: ({ account, amount }) => `${account} vous demande de payer ${amount}.`,
      button: 'Payer maintenant',
    },
    receipt: {
      reader: 'customer',
      subject: ({ account, amount }) => `Reçu de ${account} : ${amount}`,
      heading: 'Merci',
      body: ({ account, amount }) => `Votre paiement de ${amount} à ${account} est arrivé.`,
      button: 'Afficher le reçu',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} vous a remboursé ${amount}`,
      heading: 'Remboursement',
      body: ({ account, amount }) =>
        `${account} vous a remboursé ${amount}. Votre banque peut mettre quelques jours à l’afficher.`,
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `Nouvelle clé de ${account} : ${name}`,
      heading: 'Une clé d’API a été créée',
      body: ({ account, name }) =>
        `Une personne ayant accès à ${account} a créé la clé d’API ${name}. Si ce n’était personne d’entre vous, révoquez-la et changez votre mot de passe.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `Clé de ${account} renouvelée : ${name}`,
      heading: 'Une clé d’API a été renouvelée',
      body: ({ account, name }) =>
        `Une personne ayant accès à ${account} a donné un nouveau secret à la clé d’API ${name}. Si ce n’était personne d’entre vous, révoquez-la et changez votre mot de passe.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Échec d’un virement de ${account} : ${amount}`,
      heading: 'Un virement a échoué',
      body: ({ account, amount }) =>
        `Le virement de ${amount} n’est pas arrivé à la banque. L’argent est de nouveau sur le compte de ${account} : vérifiez les coordonnées bancaires, puis virez-le encore une fois.`,
    },
  },
  reference: 'Référence',
  address: 'Ou ouvrez cette adresse :',
  footers: {
    customer: (account) =>
      `Vous recevez ce message en raison de votre paiement à ${account}. Pour poser une question à ${account}, répondez à ce message.`,
    owner: (account) =>
      `Vous recevez ce message parce que cette adresse est celle du compte ${account}.`,
  },
};
