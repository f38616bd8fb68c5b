import type { AuthTexts } from './texts.ts';

const verify = {
  title: 'Ist das Ihre Adresse?',
  text: 'Bestätigen Sie, dass Sie unter dieser Adresse Post lesen.',
  button: 'Bestätigen',
};
const verified = {
  title: 'Vielen Dank',
  text: 'Ihre Adresse ist bestätigt. Sie können diese Seite schließen.',
};
const change = {
  title: 'E-Mail-Adresse ändern?',
  text: 'Danach melden Sie sich mit der neuen Adresse an.',
  button: 'Zustimmen',
};
const changed = { title: 'Geändert', text: 'Ab jetzt melden Sie sich mit der neuen Adresse an.' };

export const de: AuthTexts = {
  forgotten: {
    title: 'Passwort vergessen?',
    text: 'Nennen Sie die Adresse, mit der Sie sich anmelden, und wir senden Ihnen einen Link für ein neues.',
    button: 'Link senden',
  },
  requested: {
    title: 'Sehen Sie in Ihr Postfach',
    text: 'Falls sich jemand mit dieser Adresse anmeldet, ist eine Nachricht unterwegs. Ihr Link gilt 30 Minuten.',
  },
  choose: {
    title: 'Neues Passwort wählen',
    text: 'Überall, wo Sie angemeldet sind, müssen Sie sich neu anmelden.',
    button: 'Passwort speichern',
  },
  chosen: { title: 'Gespeichert', text: 'Sie können sich jetzt mit dem neuen Passwort anmelden.' },
  tooWeak: (lengthMin) =>
    `Wählen Sie ein Passwort mit mindestens ${lengthMin} Zeichen, das kaum jemand sonst hat.`,
  noEmail: 'Das ist keine E-Mail-Adresse.',
  tooOften:
    'Von hier wurden zu viele Nachrichten verlangt. Versuchen Sie es in einer Stunde wieder.',
  taken: 'Inzwischen hat jemand anderes diese Adresse.',
  gone: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde schon benutzt oder ist zu alt. Fordern Sie eine neue Nachricht an.',
  },
  askAgain: 'Neue Nachricht anfordern',
  email: 'E-Mail-Adresse',
  newPassword: 'Neues Passwort',
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: 'Zur früheren Adresse zurück?',
      text: 'Sie melden sich wieder mit ihr an, alle Sitzungen enden, und wir senden Ihnen einen Link für ein neues Passwort.',
      button: 'Zurück',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'Sie haben sie wieder',
      text: 'Alle Sitzungen sind beendet. Eine Nachricht für ein neues Passwort ist unterwegs.',
    },
  },
  halfDone: {
    title: 'Noch eine',
    text: 'Geändert wird, sobald auch die Nachricht an Ihre andere Adresse beantwortet ist.',
  },
};
