import type { enWatch } from './en-watch.ts';

export const deWatch: typeof enWatch = {
  suspendReason: 'Warum (die Leute des Kontos lesen es auch)',
  onlyRead: 'Gesperrt oder noch nicht geöffnet: Dieses Konto wird nur gelesen.',
  requests: 'Anfragen',
  requestsSay:
    'Alles, was etwas geändert hat oder abgelehnt wurde. Lesen hinterlässt keinen Eintrag: Jeder würde so viel kosten wie eine Änderung.',
  processorsHere: 'Wer Zahlungen annimmt',
  settledRead: 'Abrechnungen gelesen:',
  reconciliations: 'Abgleiche',
  reconciliationsSay:
    'Was Zahlungsdienste in sieben Tagen abgerechnet haben, neben dem, was Florin davon weiß.',
};
