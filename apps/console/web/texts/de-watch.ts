import type { enWatch } from './en-watch.ts';

export const deWatch: typeof enWatch = {
  suspendReason: 'Grund (für die Benutzer des Kontos sichtbar)',
  onlyRead: 'Dieses Konto ist schreibgeschützt: Es ist gesperrt oder noch nicht eröffnet.',
  requests: 'Anfragen',
  requestsSay:
    'Anfragen, die etwas geändert haben oder abgelehnt wurden. Lesezugriffe werden nicht aufgezeichnet: Jeder würde so viel kosten wie eine Änderung.',
  processorsHere: 'Zahlungsdienste',
  settledRead: 'Abrechnungen abgerufen:',
  reconciliations: 'Abgleiche',
  reconciliationsSay:
    'Abrechnungen der Zahlungsdienste der letzten sieben Tage im Vergleich mit den Daten von Florin.',
};
