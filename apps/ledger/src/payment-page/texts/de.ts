import type { Texts } from './texts.ts';

const askAgain =
  'Hier kann nicht mehr bezahlt werden, und es wurde nichts abgebucht. Bitten Sie den Absender um einen neuen Link.';

export const de: Texts = {
  pay: (amount) => `${amount} bezahlen`,
  payTo: 'Zahlung an',
  reference: 'Referenz',
  openUntil: (time) => `Dieser Link gilt bis ${time}.`,
  testMode: 'Testbetrieb: Nur Testkarten werden angenommen, es fließt kein Geld.',
  noCards:
    'Karten können hier noch nicht angenommen werden. Es wurde nichts abgebucht: Fragen Sie den Absender des Links, wie Sie bezahlen können.',
  card: 'Karte',
  expiry: 'Gültig bis',
  fields: {
    card_number: 'Kartennummer',
    exp_month: 'Monat',
    exp_year: 'Jahr',
    cvc: 'Prüfziffer',
    name: 'Name auf der Karte (freiwillig)',
  },
  faults: {
    number: 'Geben Sie die 12 bis 19 Ziffern der Karte ein.',
    month: 'Geben Sie den Monat wie auf der Karte ein, 01 bis 12.',
    year: 'Geben Sie das Jahr wie auf der Karte ein.',
    expired: 'Diese Karte ist abgelaufen. Nehmen Sie eine andere.',
    far_ahead: 'Prüfen Sie das Jahr: Es liegt zu weit in der Zukunft.',
    security_code: 'Geben Sie die 3 oder 4 Ziffern der Prüfziffer ein.',
    long_name: 'Geben Sie höchstens 200 Zeichen ein.',
  },
  toCorrect: 'Es wurde noch nichts bezahlt. Bitte korrigieren Sie:',
  saves: 'Diese Karte wird gespeichert und mit Ihren nächsten Rechnungen belastet.',
  busy: 'Wird bezahlt …',
  decline: {
    title: 'Die Karte wurde abgelehnt',
    reasons: {
      card_declined: 'Die Bank hat keinen Grund genannt.',
      insufficient_funds: 'Das Guthaben reicht nicht aus.',
      invalid_number: 'Die Kartennummer ist nicht gültig.',
      not_a_test_card: 'Hier werden nur Testkarten angenommen.',
    },
    otherReason: 'Die Bank hat die Zahlung nicht angenommen.',
    advice:
      'Es wurde nichts abgebucht. Prüfen Sie Ihre Angaben, nehmen Sie eine andere Karte oder fragen Sie Ihre Bank.',
    triesLeft: (tries) =>
      tries === 1 ? 'Sie haben noch einen Versuch.' : `Sie haben noch ${tries} Versuche.`,
  },
  beingPaid: {
    title: 'Ihre Zahlung wird bearbeitet',
    text: 'Bitte bezahlen Sie nicht noch einmal. Diese Seite zeigt das Ergebnis von selbst.',
    look: 'Jetzt nachsehen',
  },
  paid: {
    title: 'Bezahlt. Vielen Dank!',
    text: 'Das ist Ihr Beleg.',
    amount: 'Betrag',
    at: 'Bezahlt am',
    card: 'Karte',
    ending: (brand, last4) => `${brand} mit Endziffern ${last4}`,
    saved: 'Diese Karte ist gespeichert und wird mit Ihren nächsten Rechnungen belastet.',
    print: 'Drucken',
  },
  expired: { title: 'Dieser Zahlungslink ist abgelaufen', text: askAgain },
  canceled: {
    title: 'Diese Zahlung wurde zurückgezogen',
    text: 'Hier kann nicht mehr bezahlt werden, und es wurde nichts abgebucht. Wenn Sie meinen, dass noch etwas offen ist, wenden Sie sich an den Absender.',
  },
  failed: { title: 'Diese Zahlung wurde zu oft abgelehnt', text: askAgain },
  back: (name) => (name === undefined ? 'Zurück zum Shop' : `Zurück zu ${name}`),
};
