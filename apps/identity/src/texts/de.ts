import type { AuthTexts } from './texts.ts';

const verify = {
  title: 'Ist das Ihre E-Mail-Adresse?',
  text: 'Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.',
  button: 'Bestätigen',
};
const verified = {
  title: 'Vielen Dank',
  text: 'Ihre Adresse ist bestätigt. Sie können diese Seite schließen.',
};
const change = {
  title: 'E-Mail-Adresse ändern?',
  text: 'Danach melden Sie sich mit der neuen Adresse an. Stimmen Sie nur zu, wenn Sie die Änderung selbst beantragt haben; sonst gehört der Zugang danach einer anderen Person.',
  button: 'Änderung bestätigen',
};
const changed = { title: 'Geändert', text: 'Ab jetzt melden Sie sich mit der neuen Adresse an.' };

export const de: AuthTexts = {
  forgotten: {
    title: 'Passwort vergessen?',
    text: 'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen können.',
    button: 'Link senden',
  },
  requested: {
    title: 'Prüfen Sie Ihr Postfach',
    text: 'Falls zu dieser Adresse ein Zugang gehört, ist eine E-Mail unterwegs. Ihr Link gilt 30 Minuten.',
  },
  choose: {
    title: 'Neues Passwort wählen',
    text: 'Sie werden überall abgemeldet und müssen sich neu anmelden.',
    button: 'Passwort speichern',
  },
  chosen: { title: 'Gespeichert', text: 'Sie können sich jetzt mit dem neuen Passwort anmelden.' },
  tooWeak: (lengthMin) =>
    `Wählen Sie ein Passwort mit mindestens ${lengthMin} Zeichen, das nicht häufig verwendet wird.`,
  noEmail: 'Geben Sie eine gültige E-Mail-Adresse ein.',
  tooOften:
    'Von hier wurden zu viele E-Mails angefordert. Versuchen Sie es in einer Stunde wieder.',
  taken: 'Diese Adresse wird bereits verwendet.',
  gone: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde bereits verwendet oder ist abgelaufen. Fordern Sie eine neue E-Mail an.',
  },
  askAgain: 'Neue E-Mail anfordern',
  email: 'E-Mail-Adresse',
  newPassword: 'Neues Passwort',
  password: 'Passwort',
  code: 'Code',
  login: {
    title: 'Anmelden',
    text: 'Mit der E-Mail-Adresse oder dem Benutzernamen Ihres Zugangs.',
    button: 'Anmelden',
  },
  wrongLogin: 'E-Mail-Adresse oder Passwort ist falsch.',
  secondFactor: {
    title: 'Zwei-Faktor-Authentifizierung',
    text: 'Geben Sie den 6-stelligen Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
    button: 'Weiter',
  },
  wrongCode: 'Der Code ist falsch.',
  tooManyTries: 'Zu viele Versuche. Warten Sie etwas, und versuchen Sie es dann erneut.',
  notJoined:
    'Sie sind bereits Mitglied dieses Kontos, oder das Konto, das Ihren Zugang angelegt hat, kennt vielleicht dessen Passwort. Setzen Sie Ihr Passwort zurück und öffnen Sie diesen Link dann noch einmal.',
  loggedIn: { title: 'Sie sind angemeldet', text: 'Sie können diese Seite schließen.' },
  invited: (inviter) => ({
    title: 'Dem Team beitreten?',
    text: `${inviter} hat Sie eingeladen. Wenn Sie hier schon einen Zugang haben, geben Sie dessen Passwort ein; sonst wählen Sie eines.`,
    button: 'Beitreten',
  }),
  joined: {
    title: 'Willkommen',
    text: 'Sie sind jetzt Mitglied des Kontos und können sich anmelden.',
  },
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: 'Frühere E-Mail-Adresse wiederherstellen?',
      text: 'Sie melden sich wieder mit ihr an, alle Sitzungen enden, und wir senden Ihnen einen Link für ein neues Passwort.',
      button: 'Wiederherstellen',
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
      title: 'E-Mail-Adresse wiederhergestellt',
      text: 'Alle Sitzungen sind beendet. Eine E-Mail mit einem Link für ein neues Passwort ist unterwegs.',
    },
    new_login: {
      title: 'Sitzung beendet',
      text: 'Die Sitzung ist abgemeldet. Eine E-Mail mit einem Link für ein neues Passwort ist unterwegs.',
    },
  },
  halfDone: {
    title: 'Noch ein Schritt',
    text: 'Die Änderung gilt, sobald Sie sie auch über die E-Mail an Ihre andere Adresse bestätigen.',
  },
};
