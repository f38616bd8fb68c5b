import type { enBilling } from './en-billing.ts';

export const deBilling: typeof enBilling = {
  dunning: 'Gescheiterte Zahlungen',
  dunningDays: 'Tage nach dem ersten Fehlschlag',
  sayDunning:
    'Was nicht abgebucht werden konnte, wird an Tag {days} danach erneut versucht; scheitert auch der letzte Versuch, wird das Abonnement gekündigt. Kunden ohne gespeicherte Karte werden an diesen Tagen erinnert.',
  sayDunningOpen: 'Was schon überfällig ist, läuft nach den Tagen weiter, mit denen es begann.',
  dunningHint: 'Aufsteigende Tage, jeder von 1 bis 60, zum Beispiel 1, 3, 5, 7.',
  whyPart: 'Teil',
  whyNothing: 'Es setzt sich aus nichts zusammen: es ist null.',
  whyByLine: 'Halbe Cent werden aufgerundet, bei jedem Posten.',
  whyByInvoice:
    'Halbe Cent werden aufgerundet, einmal für die ganze Rechnung; jeder Posten trägt, was er dazu beiträgt.',
  whyCreditReturned: 'Zurückgegebenes Guthaben, das einen Teil bezahlt hatte',
  whyGivenUp: 'Aufgegeben: niemand schuldet es mehr',
  whyWrong: 'Die Teile ergeben {amount}: Bitte sagen Sie es dem Betreiber von Florin.',
  refundedBefore: 'Vorher erstattet',
  refundedAfter: 'Später erstattet',
  refundLeft: 'Von der Zahlung bleibt',
  whyOthers: '{count} andere',
  planPrices: 'Seine anderen Preise',
  doNewPrice: 'Neuer Preis',
  sayNewPrice:
    '{name} wird als {id} auch für {amount} verkauft. Wer diesen Tarif hat, behält seinen Preis, bis das Abonnement geändert wird.',
  collectionMethod: 'Einzug',
  sayFinalizeCharge:
    'Sie bekommt ihre Nummer, und {amount} werden von der hinterlegten Zahlungsart des Kunden eingezogen. Schlägt das fehl, zahlt der Kunde auf der Seite der Rechnung.',
  invoiceMails: 'Nachrichten mit Rechnungen',
  mailInvoices: 'Kunden erhalten jede bezahlte Rechnung und jede Gutschrift per E-Mail',
  taxProvider: 'Steuer bestimmt durch',
  taxProviderNeeds:
    'Stripe Tax braucht Ihre Adresse und einen Stripe-Schlüssel, den der Betreiber dieses Florin eingetragen hat. Dann entscheidet es über jede Steuer anstelle der Tabellen von Florin und Ihrer eigenen Sätze.',
  metadata: 'Eigene Angaben',
};
