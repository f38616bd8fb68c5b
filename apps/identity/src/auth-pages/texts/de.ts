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
  text: 'Danach melden Sie sich mit der neuen Adresse an. Stimmen Sie nur zu, wenn Sie die Änderung selbst beantragt haben: Sonst gehört die Anmeldung einer anderen Person.',
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
  password: 'Passwort',
  code: 'Code',
  login: {
    title: 'Anmelden',
    text: 'Mit der E-Mail-Adresse oder dem Benutzernamen Ihres Zugangs.',
    button: 'Anmelden',
  },
  wrongLogin: 'Diese E-Mail-Adresse und dieses Passwort gehören nicht zusammen.',
  secondFactor: {
    title: 'Ihr zweiter Faktor',
    text: 'Geben Sie die sechs Ziffern Ihrer Authenticator-App ein oder einen Wiederherstellungscode.',
    button: 'Weiter',
  },
  wrongCode: 'Dieser Code stimmt nicht.',
  tooManyTries: 'Zu viele Versuche: Warten Sie ein wenig, dann versuchen Sie es wieder.',
  notJoined:
    'Sie gehören schon zu diesem Konto, oder das Konto, das Ihren Zugang angelegt hat, kennt vielleicht dessen Passwort. Setzen Sie Ihr Passwort zurück und öffnen Sie diesen Link dann noch einmal.',
  loggedIn: { title: 'Sie sind angemeldet', text: 'Sie können diese Seite schließen.' },
  invited: (inviter) => ({
    title: 'Dem Team beitreten?',
    text: `${inviter} hat Sie eingeladen. Wer hier schon einen Zugang hat, gibt dessen Passwort ein; alle anderen wählen eines.`,
    button: 'Beitreten',
  }),
  joined: { title: 'Willkommen', text: 'Sie gehören jetzt zum Konto und können sich anmelden.' },
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
    new_login: {
      title: 'Waren Sie das nicht?',
      text: 'Die Sitzung endet sofort, und wir senden Ihnen einen Link für ein neues Passwort.',
      button: 'Sitzung beenden',
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
    new_login: {
      title: 'Sie ist beendet',
      text: 'Mit ihr ist niemand mehr angemeldet. Eine Nachricht für ein neues Passwort ist unterwegs.',
    },
  },
  halfDone: {
    title: 'Noch eine',
    text: 'Geändert wird, sobald auch die Nachricht an Ihre andere Adresse beantwortet ist.',
  },
};
