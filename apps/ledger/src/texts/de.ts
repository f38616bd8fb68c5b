import type { Texts } from './texts.ts';

const askAgain =
  'Hier kann nicht mehr bezahlt werden, und es wurde nichts abgebucht. Bitten Sie den Absender um einen neuen Link.';

const intervals = {
  day: ['jeden Tag', 'Tage'],
  week: ['jede Woche', 'Wochen'],
  month: ['jeden Monat', 'Monate'],
  year: ['jedes Jahr', 'Jahre'],
} as const;

export const de: Texts = {
  pay: (amount) => `${amount} bezahlen`,
  payAt: (title, name) => `${title} bei ${name}`,
  payByTransfer: (title) => `${title} per Überweisung`,
  payTo: 'Zahlung an',
  reference: 'Referenz',
  invoice: {
    title: 'Rechnung',
    see: 'Rechnung ansehen',
    due: 'Fällig am',
    more: (count) => `und ${count} weitere Positionen`,
    contact: 'Fragen',
    lines: {
      period: 'Abonnement',
      proration: 'Restlaufzeit mit',
      unused_time: 'Nicht genutzte Zeit mit',
      discount: 'Rabatt',
      credit_granted: 'Guthaben für künftige Rechnungen',
      credit_applied: 'Verrechnetes Guthaben',
      credit_returned: 'Zurückgegebenes Guthaben',
      credited: 'Durch Rechnungskorrekturen gemindert',
    },
  },
  openUntil: (time) => `Dieser Link gilt bis ${time}.`,
  testMode: 'Testmodus: Nur Testkarten werden angenommen, es fließt kein Geld.',
  testCard: (number) =>
    `Zum Ausprobieren: Karte ${number} mit beliebigem künftigem Datum und beliebiger Prüfnummer.`,
  noCards:
    'Karten können hier noch nicht angenommen werden. Es wurde nichts abgebucht: Fragen Sie den Absender des Links, wie Sie bezahlen können.',
  card: 'Karte',
  fields: {
    card_number: 'Kartennummer',
    expiry: 'Gültig bis (MM/JJ)',
    cvc: 'Prüfnummer (CVC)',
    name: 'Name auf der Karte (optional)',
  },
  faults: {
    digits: 'Geben Sie die 12 bis 19 Ziffern der Karte ein.',
    length: 'Prüfen Sie die Kartennummer: Sie hat zu viele oder zu wenige Ziffern.',
    check: 'Prüfen Sie die Kartennummer: Eine Ziffer ist falsch.',
    expiry: 'Geben Sie Monat und Jahr wie auf der Karte ein, zum Beispiel 12 / 29.',
    expired: 'Diese Karte ist abgelaufen. Verwenden Sie eine andere.',
    far_ahead: 'Prüfen Sie das Jahr: Es liegt zu weit in der Zukunft.',
    code: 'Geben Sie die 3- oder 4-stellige Prüfnummer ein.',
    code_of_3: 'Geben Sie die 3-stellige Prüfnummer auf der Rückseite der Karte ein.',
    code_of_4: 'Geben Sie die 4-stellige Prüfnummer auf der Vorderseite der Karte ein.',
    long_name: 'Geben Sie höchstens 200 Zeichen ein.',
    other_consent:
      'Die Bedingungen, denen Sie zustimmen, haben sich geändert. Bitte lesen Sie sie noch einmal.',
  },
  toCorrect: 'Es wurde noch nichts bezahlt. Bitte korrigieren Sie:',
  saves: 'Diese Karte wird gespeichert und mit Ihren nächsten Rechnungen belastet.',
  hasEnded:
    'Dieses Abonnement ist beendet. Sie bezahlen nur diese Rechnung: Danach wird nichts mehr abgebucht, und Ihre Karte wird nicht gespeichert.',
  consent: ({ name, amount, every, cancelAddress }) =>
    `Sie erlauben ${name ?? 'dem Verkäufer'}, diese Karte ${every} mit ${amount} zu belasten, bis Sie kündigen. ${
      cancelAddress === null
        ? `Zum Kündigen wenden Sie sich an ${name ?? 'den Verkäufer'}.`
        : `Zum Kündigen: ${cancelAddress}`
    }`,
  every: ({ interval, intervalCount }) => {
    const [one, many] = intervals[interval];
    return intervalCount === 1 ? one : `alle ${intervalCount} ${many}`;
  },
  busy: 'Wird bezahlt …',
  decline: {
    title: 'Die Karte wurde abgelehnt',
    reasons: {
      card_declined: 'Die Bank hat keinen Grund genannt.',
      generic_decline: 'Die Bank hat keinen Grund genannt.',
      insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt.',
      invalid_number: 'Die Kartennummer ist nicht gültig.',
      not_a_test_card: 'Hier werden nur Testkarten angenommen.',
    },
    otherReason: 'Die Bank hat die Zahlung nicht angenommen.',
    advice:
      'Es wurde nichts abgebucht. Prüfen Sie Ihre Angaben, verwenden Sie eine andere Karte oder fragen Sie Ihre Bank.',
    triesLeft: (tries) =>
      tries === 1 ? 'Sie haben noch einen Versuch.' : `Sie haben noch ${tries} Versuche.`,
  },
  beingPaid: {
    title: 'Ihre Zahlung wird bearbeitet',
    text: 'Bitte bezahlen Sie nicht noch einmal. Diese Seite aktualisiert sich automatisch.',
    resume: 'Zahlung fortsetzen',
    instead: 'Andere Zahlungsmethode wählen',
    look: 'Jetzt prüfen',
  },
  transfer: {
    title: 'Per Überweisung bezahlen',
    text: 'Verwenden Sie genau diesen Betrag und diesen Verwendungszweck, damit Ihre Zahlung zugeordnet werden kann.',
    name: 'Empfänger',
    reference: 'Verwendungszweck',
    scan: 'Mit Ihrer Banking-App scannen',
    after:
      'Sobald das Geld eingegangen ist, finden Sie hier Ihren Beleg. Das kann bis zum nächsten Bankarbeitstag dauern.',
  },
  paid: {
    number: 'Belegnummer',
    title: 'Bezahlt. Vielen Dank!',
    text: 'Das ist Ihr Beleg.',
    amount: 'Betrag',
    at: 'Bezahlt am',
    card: 'Karte',
    ending: (brand, last4) => `${brand} mit Endziffern ${last4}`,
    print: 'Drucken',
  },
  expired: { title: 'Dieser Zahlungslink ist abgelaufen', text: askAgain },
  canceled: {
    title: 'Diese Zahlung wurde abgebrochen',
    text: 'Hier kann nicht mehr bezahlt werden, und es wurde nichts abgebucht. Wenn Sie meinen, dass noch etwas offen ist, wenden Sie sich an den Absender.',
  },
  failed: { title: 'Diese Zahlung wurde zu oft abgelehnt', text: askAgain },
  back: (name) => (name === undefined ? 'Zurück zum Shop' : `Zurück zu ${name}`),
};
