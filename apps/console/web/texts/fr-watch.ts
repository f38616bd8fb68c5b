import type { enWatch } from './en-watch.ts';

export const frWatch: typeof enWatch = {
  suspendReason: 'Motif (visible par les utilisateurs du compte)',
  onlyRead: 'Ce compte est en lecture seule : il est suspendu ou pas encore ouvert.',
  requests: 'Requêtes',
  requestsSay:
    'Requêtes qui ont modifié quelque chose ou ont été refusées. Les lectures ne sont pas enregistrées : chacune coûterait autant qu’une écriture.',
  processorsHere: 'Prestataires de paiement',
  settledRead: 'Règlements lus :',
  reconciliations: 'Rapprochements',
  reconciliationsSay: 'Règlements des prestataires sur sept jours, comparés aux données de Florin.',
};
