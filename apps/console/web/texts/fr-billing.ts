import type { enBilling } from './en-billing.ts';

export const frBilling: typeof enBilling = {
  dunning: 'Paiements échoués',
  dunningDays: 'Jours après le premier échec',
  sayDunning:
    'Ce qui n’a pu être débité est tenté de nouveau au jour {days} ; si le dernier essai échoue aussi, l’abonnement est résilié. Les clients sans carte enregistrée reçoivent un rappel ces jours-là.',
  sayDunningOpen: 'Ce qui est déjà en retard suit les jours avec lesquels il a commencé.',
  dunningHint: 'Des jours croissants, chacun de 1 à 60, par exemple 1, 3, 5, 7.',
  whyPart: 'Part',
  whyNothing: 'Rien ne le compose : c’est zéro.',
  whyByLine: 'Les demi-centimes sont arrondis vers le haut, à chaque ligne.',
  whyByInvoice:
    'Les demi-centimes sont arrondis vers le haut, une fois pour toute la facture ; chaque ligne porte ce qu’elle y ajoute.',
  whyCreditReturned: 'Avoir qui avait payé une partie, rendu',
  whyGivenUp: 'Abandonné : plus personne ne le doit',
  whyWrong: 'Les parts donnent {amount} : signalez-le à l’exploitant de Florin.',
  refundedBefore: 'Remboursé avant',
  refundedAfter: 'Remboursé plus tard',
  refundLeft: 'Reste du paiement',
  whyOthers: '{count} autres',
  planPrices: 'Ses autres prix',
  doNewPrice: 'Nouveau prix',
  sayNewPrice:
    '{name} se vend aussi à {amount}, comme {id}. Qui a ce forfait garde son prix jusqu’au changement de son abonnement.',
  collectionMethod: 'Encaissement',
  sayFinalizeCharge:
    'Elle reçoit son numéro, et {amount} sont débités du moyen de paiement enregistré du client. En cas d’échec, le client paie sur la page de la facture.',
  invoiceMails: 'Messages avec factures',
  mailInvoices: 'Les clients reçoivent par e-mail chaque facture payée et chaque avoir',
  taxProvider: 'Taxe déterminée par',
  taxProviderNeeds:
    'Stripe Tax exige votre adresse et une clé Stripe que l’opérateur de ce Florin a enregistrée. Il décide alors de chaque taxe à la place des tables de Florin et de vos propres taux.',
  metadata: 'Données propres',
};
