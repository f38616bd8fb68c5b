import type { enWatch } from './en-watch.ts';

export const frWatch: typeof enWatch = {
  suspendReason: 'Pourquoi (les personnes du compte le lisent aussi)',
  onlyRead: 'Suspendu ou pas encore ouvert : ce compte est en lecture seule.',
  requests: 'Requêtes',
  requestsSay:
    'Tout ce qui a changé quelque chose ou fut refusé. Les lectures ne laissent pas de trace : chacune coûterait autant qu’une écriture.',
  processorsHere: 'Qui prend les paiements',
  settledRead: 'Règlements lus :',
  reconciliations: 'Rapprochements',
  reconciliationsSay:
    'Ce que les prestataires ont réglé en sept jours, à côté de ce que Florin en sait.',
};
