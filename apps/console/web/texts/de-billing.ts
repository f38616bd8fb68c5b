import type { enBilling } from './en-billing.ts';

export const deBilling: typeof enBilling = {
  dunning: 'Wiederholte Abbuchungen',
  dunningDays: 'Tage nach der ersten fehlgeschlagenen Abbuchung',
  sayDunning:
    'Fehlgeschlagene Abbuchungen werden {days} Tage nach dem Fehlschlag wiederholt. {end} Kunden ohne gespeicherte Karte werden an diesen Tagen erinnert.',
  dunningFinalAction: 'Nach dem letzten Fehlschlag',
  dunningCancels: 'Schlägt auch die letzte fehl, wird das Abonnement gekündigt.',
  dunningPauses:
    'Schlägt auch die letzte fehl, wird das Abonnement pausiert, bis seine Rechnung bezahlt ist und es fortgesetzt wird.',
  dunningLeaves:
    'Schlägt auch die letzte fehl, bleibt das Abonnement überfällig, bis seine Rechnung bezahlt ist.',
  sayDunningOpen: 'Bereits überfällige Beträge behalten ihren ursprünglichen Zeitplan.',
  dunningHint: 'Geben Sie aufsteigende Tage ein, jeder von 1 bis 60, zum Beispiel 1, 3, 5, 7.',
  whyPart: 'Teil',
  whyNothing: 'Keine Bestandteile: Der Betrag ist null.',
  whyByLine: 'Halbe Cent werden je Position aufgerundet.',
  whyByInvoice:
    'Halbe Cent werden einmal für die ganze Rechnung aufgerundet; jede Position trägt ihren Anteil.',
  whyCreditReturned: 'Zurückgegebenes Guthaben, mit dem ein Teil bezahlt wurde',
  whyGivenUp: 'Erlassen: nicht mehr geschuldet',
  whyWrong: 'Die Bestandteile ergeben {amount}: Melden Sie dies dem Betreiber von Florin.',
  refundedBefore: 'Vorher erstattet',
  refundedAfter: 'Später erstattet',
  refundLeft: 'Verbleibender Zahlungsbetrag',
  whyOthers: '{count} weitere',
  planPrices: 'Weitere Preise',
  doNewPrice: 'Preis hinzufügen',
  sayNewPrice:
    '{name} wird auch für {amount} als {id} verkauft. Bestehende Abonnements behalten ihren Preis, bis sie geändert werden.',
  collectionMethod: 'Zahlungseinzug',
  sayFinalizeCharge:
    'Die Rechnung erhält ihre Nummer, und {amount} werden von der gespeicherten Zahlungsmethode des Kunden eingezogen. Schlägt das fehl, kann der Kunde auf der Rechnungsseite zahlen.',
  invoiceMails: 'Rechnungs-E-Mails',
  mailInvoices: 'Kunden jede bezahlte Rechnung und Rechnungskorrektur per E-Mail senden',
  taxProvider: 'Steuerberechnung durch',
  taxProviderNeeds:
    'Stripe Tax benötigt Ihre Adresse und einen Stripe-Schlüssel, den der Betreiber hinterlegt hat. Stripe Tax berechnet dann alle Steuern; die Tabellen von Florin und Ihre eigenen Sätze gelten nicht mehr.',
  metadata: 'Metadaten',
};
