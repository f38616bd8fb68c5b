import { disputeReason } from './dispute-reasons.ts';
import type { MessageTexts } from './texts.ts';

export const fr: MessageTexts = {
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
        `${account} vous a remboursé ${amount}. Il peut s’écouler quelques jours avant qu’il apparaisse sur votre relevé bancaire.`,
    },
    invoice: {
      reader: 'customer',
      subject: ({ account, name }) => `Facture ${name} de ${account}`,
      heading: 'Votre facture',
      body: ({ account, name, date }) =>
        `${account} vous a envoyé la facture ${name}. Vous la trouverez en pièce jointe.${date ? ` Elle est à payer le ${date} au plus tard.` : ''}`,
      button: 'Voir et payer',
    },
    credit_note: {
      reader: 'customer',
      subject: ({ account, name, amount }) => `Avoir ${name} de ${account} : ${amount}`,
      heading: 'Avoir',
      body: ({ account, name, amount, reference }) =>
        `${account} a émis l’avoir ${name} de ${amount} sur la facture ${reference}. Vous le trouverez en pièce jointe.`,
      button: 'Voir la facture',
    },
    payment_failed: {
      reader: 'customer',
      subject: ({ account }) => `Votre paiement à ${account} n’a pas abouti`,
      heading: 'Le paiement n’a pas abouti',
      body: ({ account, amount, name }) =>
        `Nous n’avons pas pu encaisser ${amount} pour la facture ${name} de ${account}. Vous pouvez payer maintenant, avec une autre carte si vous le souhaitez.`,
      button: 'Payer maintenant',
    },
    reminder: {
      reader: 'customer',
      subject: ({ account, name }) => `Rappel : facture ${name} de ${account}`,
      heading: 'Rappel de paiement',
      body: ({ account, name, date }) =>
        `La facture ${name} de ${account} n’est pas encore payée.${date ? ` Elle était à payer le ${date}.` : ''} Si vous avez déjà payé, ignorez cet e-mail.`,
      button: 'Voir et payer',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Votre carte chez ${account} expire bientôt`,
      heading: 'Votre carte expire bientôt',
      body: ({ account, name }) =>
        `${account} débite votre carte ${name}, qui expire bientôt. Enregistrez-en une autre pour éviter toute interruption.`,
      button: 'Enregistrer une autre carte',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Votre essai de ${name} se termine bientôt`,
      heading: 'Votre essai se termine bientôt',
      body: ({ account, amount, name, date }) =>
        `Votre essai de ${name} chez ${account} se termine le ${date}. Ensuite, l’abonnement coûte ${amount} par période, sauf si vous résiliez avant.`,
      button: 'Voir l’abonnement',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Votre abonnement chez ${account} a changé`,
      heading: 'Votre abonnement a changé',
      body: ({ account, amount, name, date }) =>
        date
          ? `À partir du ${date}, votre abonnement chez ${account} sera ${name}, à ${amount} par période.`
          : `Votre abonnement chez ${account} est désormais ${name}, à ${amount} par période.`,
      button: 'Voir l’abonnement',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Votre abonnement chez ${account} va prendre fin`,
      heading: 'Votre abonnement va prendre fin',
      body: ({ account, name, date }) =>
        `Votre abonnement ${name} chez ${account} prend fin le ${date} et ne sera plus facturé. Il reste actif jusque-là, et vous pouvez encore le conserver.`,
      button: 'Voir votre abonnement',
    },
    subscription_ended: {
      reader: 'customer',
      subject: ({ account }) => `Votre abonnement chez ${account} est terminé`,
      heading: 'Votre abonnement est terminé',
      body: ({ account, name, date }) =>
        `Votre abonnement ${name} chez ${account} est terminé${date ? ` : ${date}` : ''}. Plus rien ne sera facturé.`,
      button: 'Voir votre compte',
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `Nouvelle clé d’API de ${account} : ${name}`,
      heading: 'Nouvelle clé d’API',
      body: ({ account, name }) =>
        `Une personne ayant accès à ${account} a créé la clé d’API ${name}. Si ce n’est pas votre équipe, révoquez-la et changez votre mot de passe.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `Clé d’API de ${account} renouvelée : ${name}`,
      heading: 'Clé d’API renouvelée',
      body: ({ account, name }) =>
        `Une personne ayant accès à ${account} a renouvelé le secret de la clé d’API ${name}. Si ce n’est pas votre équipe, révoquez-la et changez votre mot de passe.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Échec d’un versement de ${account} : ${amount}`,
      heading: 'Versement échoué',
      body: ({ account, amount }) =>
        `Le versement de ${amount} n’est pas arrivé à la banque. L’argent est de nouveau sur le compte de ${account} : vérifiez les coordonnées bancaires, puis relancez le versement.`,
    },
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `Paiement contesté : ${amount}`,
      heading: 'Paiement contesté',
      body: ({ account, amount, name, date }) =>
        `Un client de ${account} conteste un paiement de ${amount} auprès de sa banque. Motif : ${disputeReason('fr', name)}. Le montant est retenu jusqu’à la décision de la banque, et une carte enregistrée n’est pas débitée automatiquement.

${date ? `Pour conserver l’argent, envoyez des preuves au plus tard le ${date} (UTC). Sans preuves, le litige est perdu.` : 'La banque n’accepte pas de preuves pour le moment.'}`,
      button: 'Ouvrir le litige',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `Litige perdu : ${amount}`,
      heading: 'Litige perdu',
      body: ({ account, amount }) =>
        `La banque a donné raison au client et lui a rendu ${amount}. Le montant est déduit du solde de ${account}.

Une carte enregistrée du client n’est débitée automatiquement que si vous l’autorisez de nouveau. Vérifiez si ses abonnements doivent continuer.`,
      button: 'Ouvrir le litige',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `Échec d’un remboursement : ${amount}`,
      heading: 'Remboursement échoué',
      body: ({ account, amount }) =>
        `Le remboursement de ${amount} n’est pas parvenu au client. L’argent est de nouveau dans le solde de ${account}. Remboursez-le à nouveau, ou payez le client par un autre moyen.`,
      button: 'Ouvrir le remboursement',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Échec des webhooks de ${account}`,
      heading: 'Échec des webhooks',
      body: ({ account, name, date }) =>
        `Aucun événement de ${account} n’est parvenu à ${name} depuis le ${date}. Chaque événement est renvoyé pendant trois jours, à intervalles croissants ; ensuite, vous pouvez le renvoyer vous-même. Les livraisons du point de terminaison montrent ses réponses.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `Un point de terminaison de ${account} a été désactivé`,
      heading: 'Point de terminaison désactivé',
      body: ({ account, name }) =>
        `${name} a répondu 410 (Gone) : ${account} ne lui envoie donc plus d’événements. Si c’est une erreur, réactivez le point de terminaison.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Bienvenue chez ${account} : confirmez votre adresse e-mail`,
      heading: 'Bienvenue',
      body: ({ account }) =>
        `Un accès à ${account} a été créé avec cette adresse e-mail. Confirmez que cette adresse est la vôtre.`,
      button: 'Confirmer l’adresse',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Confirmez votre adresse e-mail pour ${account}`,
      heading: 'Confirmez votre adresse e-mail',
      body: ({ account }) => `Confirmez à ${account} que cette adresse e-mail est la vôtre.`,
      button: 'Confirmer l’adresse',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Choisissez un nouveau mot de passe pour ${account}`,
      heading: 'Nouveau mot de passe',
      body: ({ account }) =>
        `Quelqu’un a demandé un nouveau mot de passe pour votre connexion à ${account}. Le lien est valable 30 minutes et utilisable une seule fois. Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.`,
      button: 'Choisir un mot de passe',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Confirmez votre nouvelle adresse e-mail pour ${account}`,
      heading: 'Votre nouvelle adresse e-mail',
      body: ({ account, name }) =>
        `Quelqu’un veut désormais se connecter à ${account} avec ${name}. N’acceptez que si c’était vous.`,
      button: 'Voir et accepter',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) =>
        `Votre adresse e-mail pour ${account} va être remplacée par ${name}`,
      heading: 'Changement d’adresse e-mail',
      body: ({ account, name }) =>
        `Quelqu’un qui connaît votre mot de passe veut remplacer cette adresse par ${name} pour votre connexion à ${account}. N’acceptez que si c’était vous ; sinon, changez immédiatement de mot de passe.`,
      button: 'Voir et accepter',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Votre adresse e-mail pour ${account} est maintenant ${name}`,
      heading: 'Votre adresse e-mail a changé',
      body: ({ account, name }) =>
        `Vous vous connectez maintenant à ${account} avec ${name} et non plus avec cette adresse. Si ce n’était pas vous, annulez ce changement dans les 72 heures.`,
      button: 'Annuler le changement',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `Invitation à rejoindre ${account}`,
      heading: 'Invitation',
      body: ({ account, name }) =>
        `${name} vous invite à rejoindre ${account}. Le lien est valable sept jours et utilisable une seule fois. Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail.`,
      button: 'Voir l’invitation',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `Nouvelle connexion à ${account}`,
      heading: 'Était-ce vous ?',
      body: ({ account, name }) =>
        `Quelqu’un s’est connecté à ${account} avec votre mot de passe depuis un nouvel appareil ou un nouveau réseau : ${name}. Si c’était vous, ignorez cet e-mail. Sinon, mettez immédiatement fin à cette session.`,
      button: 'Ce n’était pas moi',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'Résumé du jour',
      body: ({ date, name }) => `Le ${date} (UTC) : ${name}.`,
    },
  },
  invoiceStates: {
    overdue: {
      subject: ({ account, name }) => `La facture ${name} de ${account} est en retard`,
      heading: 'Votre facture est en retard',
      body: ({ account, name, date }) =>
        `Vous trouverez en pièce jointe la facture ${name} de ${account}. ${date ? `Elle était à payer le ${date}` : 'Son échéance est passée'} et elle n’est pas encore payée.`,
      button: 'Voir et payer',
    },
    paid: {
      subject: ({ account, name }) => `Facture ${name} de ${account} : payée`,
      heading: 'Votre facture est payée',
      body: ({ account, name }) =>
        `Vous trouverez en pièce jointe la facture ${name} de ${account}. Elle est payée : vous n’avez rien à faire.`,
      button: 'Voir la facture',
    },
    refunded: {
      subject: ({ account, name }) => `Facture ${name} de ${account} : remboursée`,
      heading: 'Votre facture a été remboursée',
      body: ({ account, name }) =>
        `Vous trouverez en pièce jointe la facture ${name} de ${account}. Elle a été payée, puis remboursée ou créditée en totalité : vous n’avez rien à faire.`,
      button: 'Voir la facture',
    },
    void: {
      subject: ({ account, name }) => `La facture ${name} de ${account} est annulée`,
      heading: 'Votre facture est annulée',
      body: ({ account, name }) =>
        `${account} a annulé la facture ${name}, jointe pour vos dossiers. Vous n’avez pas à la payer.`,
      button: 'Voir la facture',
    },
  },
  creditTo: {
    invoice: 'Il réduit le montant à payer.',
    balance: 'Le montant est ajouté à votre solde créditeur et déduit de vos prochaines factures.',
    card: 'Le montant est remboursé sur le moyen de paiement qui a réglé la facture. Il peut s’écouler quelques jours avant qu’il apparaisse sur votre relevé bancaire.',
    outside: 'Le vendeur rembourse le montant par un autre moyen.',
  },
  attached: 'La facture est jointe au format PDF.',
  chargedAgain: 'Le moyen de paiement enregistré sera également débité une nouvelle fois.',
  plusTax: (amount) => `${amount} HT, TVA en sus`,
  reference: 'Référence',
  address: 'Ou ouvrez ce lien :',
  code: 'Ou saisissez ce code',
  unsubscribe: 'Se désabonner de ces e-mails',
  footers: {
    customer: (account) =>
      `Vous recevez cet e-mail en raison de votre paiement à ${account}. Pour contacter ${account}, répondez à cet e-mail.`,
    owner: (account) =>
      `Vous recevez cet e-mail parce que cette adresse est celle du compte ${account}.`,
    operator: (account) =>
      `Vous recevez cet e-mail parce que MAIL_DIGEST_TO de ${account} contient cette adresse.`,
    user: (account) =>
      `Vous recevez cet e-mail parce que quelqu’un a indiqué cette adresse à ${account}. Si ce n’était pas vous, ignorez-le.`,
  },
};
