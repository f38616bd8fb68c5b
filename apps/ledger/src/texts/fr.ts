import type { Texts } from './texts.ts';

const askAgain =
  'Le paiement n’est plus possible et rien n’a été débité. Demandez un nouveau lien à son expéditeur.';

const intervals = {
  day: ['chaque jour', (count: number) => `tous les ${count} jours`],
  week: ['chaque semaine', (count: number) => `toutes les ${count} semaines`],
  month: ['chaque mois', (count: number) => `tous les ${count} mois`],
  year: ['chaque année', (count: number) => `tous les ${count} ans`],
} as const;

export const fr: Texts = {
  pay: (amount) => `Payer ${amount}`,
  payAt: (title, name) => `${title} chez ${name}`,
  payByTransfer: (title) => `${title} par virement`,
  payTo: 'Paiement à',
  reference: 'Référence',
  invoice: {
    title: 'Facture',
    see: 'Voir la facture',
    due: 'Échéance',
    more: (count) => `et ${count} autres lignes`,
    contact: 'Questions',
    lines: {
      period: 'Abonnement',
      proration: 'Temps restant avec',
      unused_time: 'Temps non utilisé avec',
      discount: 'Remise',
      credit_granted: 'Crédit pour les prochaines factures',
      credit_applied: 'Crédit utilisé',
      credit_returned: 'Crédit restitué',
      credited: 'Réduit par des avoirs',
    },
  },
  openUntil: (time) => `Ce lien est valable jusqu’au ${time}.`,
  testMode: 'Mode test : seules les cartes de test sont acceptées, aucun argent ne circule.',
  testCard: (number) =>
    `Pour essayer : la carte ${number}, une date future et un code quelconques.`,
  noCards:
    'Le paiement par carte n’est pas encore disponible ici. Rien n’a été débité : demandez à la personne qui vous a envoyé le lien comment payer.',
  card: 'Carte',
  fields: {
    card_number: 'Numéro de carte',
    expiry: 'Date d’expiration (MM/AA)',
    cvc: 'Code de sécurité',
    name: 'Nom sur la carte (facultatif)',
  },
  faults: {
    digits: 'Saisissez les 12 à 19 chiffres de la carte.',
    length: 'Vérifiez le numéro de la carte : il a trop ou trop peu de chiffres.',
    check: 'Vérifiez le numéro de la carte : un chiffre est erroné.',
    expiry: 'Saisissez le mois et l’année comme sur la carte, par exemple 12 / 29.',
    expired: 'Cette carte a expiré. Utilisez-en une autre.',
    far_ahead: 'Vérifiez l’année : elle est trop lointaine.',
    code: 'Saisissez les 3 ou 4 chiffres du code de sécurité.',
    code_of_3: 'Saisissez les 3 chiffres du code de sécurité au dos de la carte.',
    code_of_4: 'Saisissez les 4 chiffres du code de sécurité au recto de la carte.',
    long_name: 'Saisissez 200 caractères au plus.',
    other_consent: 'Les conditions que vous acceptez ont changé. Veuillez les relire.',
  },
  toCorrect: 'Rien n’a encore été payé. Veuillez corriger :',
  saves: 'Cette carte sera enregistrée et débitée pour vos prochaines factures.',
  hasEnded:
    'Cet abonnement a pris fin. Vous ne payez que cette facture : rien ne sera prélevé ensuite et votre carte n’est pas enregistrée.',
  consent: ({ name = 'le vendeur', amount, every, cancelAddress }) =>
    `Vous autorisez ${name} à débiter cette carte de ${amount} ${every} jusqu’à résiliation. ${
      cancelAddress === null
        ? `Pour résilier, contactez ${name}.`
        : `Pour résilier : ${cancelAddress}`
    }`,
  every: ({ interval, intervalCount }) => {
    const [one, many] = intervals[interval];
    return intervalCount === 1 ? one : many(intervalCount);
  },
  busy: 'Paiement en cours…',
  decline: {
    title: 'La carte a été refusée',
    reasons: {
      card_declined: 'La banque n’a pas donné de raison.',
      generic_decline: 'La banque n’a pas donné de raison.',
      insufficient_funds: 'La provision est insuffisante.',
      invalid_number: 'Le numéro de la carte n’est pas valable.',
      not_a_test_card: 'Seules les cartes de test sont acceptées ici.',
    },
    otherReason: 'La banque n’a pas accepté le paiement.',
    advice:
      'Rien n’a été débité. Vérifiez votre saisie, utilisez une autre carte ou contactez votre banque.',
    triesLeft: (tries) =>
      tries === 1 ? 'Il vous reste un essai.' : `Il vous reste ${tries} essais.`,
  },
  beingPaid: {
    title: 'Votre paiement est en cours',
    text: 'Veuillez ne pas payer une seconde fois. Cette page s’actualise automatiquement.',
    resume: 'Continuer le paiement',
    instead: 'Payer autrement',
    look: 'Vérifier maintenant',
  },
  transfer: {
    title: 'Payer par virement bancaire',
    text: 'Utilisez exactement ce montant et cette référence : ils permettent d’identifier votre paiement.',
    name: 'Bénéficiaire',
    reference: 'Référence',
    scan: 'À scanner avec l’application de votre banque',
    after:
      'Une fois l’argent arrivé, votre reçu s’affichera ici. Cela peut prendre jusqu’au prochain jour ouvré.',
  },
  paid: {
    number: 'Numéro du reçu',
    title: 'Payé. Merci !',
    text: 'Voici votre reçu.',
    amount: 'Montant',
    at: 'Payé le',
    card: 'Carte',
    ending: (brand, last4) => `${brand} se terminant par ${last4}`,
    print: 'Imprimer',
  },
  expired: { title: 'Ce lien de paiement a expiré', text: askAgain },
  canceled: {
    title: 'Ce paiement a été annulé',
    text: 'Le paiement n’est plus possible et rien n’a été débité. Si vous pensez devoir encore cette somme, adressez-vous à la personne qui vous a envoyé le lien.',
  },
  failed: { title: 'Ce paiement a été refusé trop souvent', text: askAgain },
  back: (name) => (name === undefined ? 'Retour à la boutique' : `Retour chez ${name}`),
};
