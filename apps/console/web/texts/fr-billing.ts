import type { enBilling } from './en-billing.ts';

export const frBilling: typeof enBilling = {
  dunning: 'Nouvelles tentatives de paiement',
  dunningDays: 'Jours après le premier échec',
  sayDunning:
    'Les prélèvements échoués sont retentés {days} jours après l’échec. {end} Les clients sans carte enregistrée reçoivent un rappel ces jours-là.',
  dunningFinalAction: 'Après le dernier échec',
  dunningCancels: 'Si la dernière tentative échoue, l’abonnement est résilié.',
  dunningPauses:
    'Si la dernière tentative échoue, l’abonnement est suspendu jusqu’au paiement de sa facture et à sa reprise.',
  dunningLeaves:
    'Si la dernière tentative échoue, l’abonnement reste en retard jusqu’au paiement de sa facture.',
  sayDunningOpen: 'Les montants déjà en retard gardent leur calendrier initial.',
  dunningHint: 'Saisissez des jours croissants, chacun de 1 à 60, par exemple 1, 3, 5, 7.',
  whyPart: 'Composante',
  whyNothing: 'Aucune composante : le montant est nul.',
  whyByLine: 'Les demi-centimes sont arrondis vers le haut à chaque ligne.',
  whyByInvoice:
    'Les demi-centimes sont arrondis vers le haut une fois pour toute la facture ; chaque ligne en porte sa part.',
  whyCreditReturned: 'Crédit restitué, qui avait payé une partie',
  whyGivenUp: 'Abandonné : plus dû',
  whyWrong: 'Les composantes donnent {amount} : signalez-le à l’opérateur de Florin.',
  refundedBefore: 'Remboursé auparavant',
  refundedAfter: 'Remboursé plus tard',
  refundLeft: 'Reste du paiement',
  whyOthers: '{count} autres',
  planPrices: 'Autres tarifs',
  doNewPrice: 'Ajouter un tarif',
  sayNewPrice:
    '{name} se vend aussi à {amount}, sous l’identifiant {id}. Les abonnements existants gardent leur tarif jusqu’à leur modification.',
  collectionMethod: 'Encaissement',
  sayFinalizeCharge:
    'La facture reçoit son numéro, et {amount} sont débités du moyen de paiement enregistré du client. En cas d’échec, le client peut payer sur la page de la facture.',
  invoiceMails: 'E-mails de facturation',
  mailInvoices: 'Envoyer aux clients chaque facture payée et chaque avoir par e-mail',
  taxProvider: 'Taxes calculées par',
  taxProviderNeeds:
    'Stripe Tax exige votre adresse et une clé Stripe configurée par l’opérateur. Il calcule alors toutes les taxes ; les tables de Florin et vos propres taux ne s’appliquent plus.',
  metadata: 'Métadonnées',
};
