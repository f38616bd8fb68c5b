import { disputeReason } from './dispute-reasons.ts';
import type { LetterTexts } from './texts.ts';

export const de: LetterTexts = {
  kinds: {
    payment_request: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} bittet um Zahlung von ${amount}`,
      heading: 'Zahlungsaufforderung',
      body: ({ account, amount }) => `${account} bittet Sie um die Zahlung von ${amount}.`,
      button: 'Jetzt bezahlen',
    },
    receipt: {
      reader: 'customer',
      subject: ({ account, amount }) => `Beleg von ${account}: ${amount}`,
      heading: 'Vielen Dank',
      body: ({ account, amount }) => `Ihre Zahlung von ${amount} an ${account} ist eingegangen.`,
      button: 'Beleg ansehen',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} hat ${amount} erstattet`,
      heading: 'Erstattung',
      body: ({ account, amount }) =>
        `${account} hat Ihnen ${amount} erstattet. Bis Ihre Bank das anzeigt, können einige Tage vergehen.`,
    },
    invoice: {
      reader: 'customer',
      subject: ({ account, name }) => `Rechnung ${name} von ${account}`,
      heading: 'Ihre Rechnung',
      body: ({ account, name, date }) =>
        `${account} hat Ihnen die Rechnung ${name} geschickt. Sie finden sie im Anhang.${date ? ` Sie ist am ${date} fällig.` : ''}`,
      button: 'Ansehen und bezahlen',
    },
    credit_note: {
      reader: 'customer',
      subject: ({ account, name, amount }) => `Gutschrift ${name} von ${account}: ${amount}`,
      heading: 'Eine Gutschrift',
      body: ({ account, name, amount, reference }) =>
        `${account} hat die Gutschrift ${name} über ${amount} zur Rechnung ${reference} ausgestellt. Sie finden sie im Anhang.`,
      button: 'Rechnung ansehen',
    },
    payment_failed: {
      reader: 'customer',
      subject: ({ account }) => `Ihre Zahlung an ${account} ist fehlgeschlagen`,
      heading: 'Die Zahlung ist fehlgeschlagen',
      body: ({ account, amount, name }) =>
        `Wir konnten ${amount} für die Rechnung ${name} von ${account} nicht einziehen. Sie können jetzt bezahlen, auf Wunsch mit einer anderen Karte.`,
      button: 'Jetzt bezahlen',
    },
    reminder: {
      reader: 'customer',
      subject: ({ account, name }) => `Erinnerung: Rechnung ${name} von ${account}`,
      heading: 'Eine Erinnerung',
      body: ({ account, name, date }) =>
        `Die Rechnung ${name} von ${account} ist noch nicht bezahlt.${date ? ` Sie war am ${date} fällig.` : ''} Ist Ihre Zahlung schon unterwegs, brauchen Sie nichts zu tun.`,
      button: 'Ansehen und bezahlen',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Ihre Karte bei ${account} läuft bald ab`,
      heading: 'Ihre Karte läuft bald ab',
      body: ({ account, name }) =>
        `${account} belastet Ihre Karte ${name}, die bald abläuft. Hinterlegen Sie eine andere, damit nichts unterbrochen wird.`,
      button: 'Andere Karte hinterlegen',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Ihre Probezeit für ${name} endet bald`,
      heading: 'Ihre Probezeit endet bald',
      body: ({ account, amount, name, date }) =>
        `Ihre Probezeit für ${name} bei ${account} endet am ${date}. Danach kostet es ${amount} pro Periode, wenn Sie nicht vorher kündigen.`,
      button: 'Abonnement ansehen',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Ihr Abonnement bei ${account} hat sich geändert`,
      heading: 'Ihr Abonnement hat sich geändert',
      body: ({ account, amount, name, date }) =>
        `Ihr Abonnement bei ${account} ist ${date ? `ab ${date}` : 'jetzt'} ${name} für ${amount} pro Periode.`,
      button: 'Abonnement ansehen',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Ihr Abonnement bei ${account} läuft aus`,
      heading: 'Ihr Abonnement läuft aus',
      body: ({ account, name, date }) =>
        `Ihr Abonnement ${name} bei ${account} endet am ${date} und wird nicht mehr berechnet. Bis dahin läuft es weiter, und Sie können es behalten.`,
      button: 'Abonnement ansehen',
    },
    subscription_ended: {
      reader: 'customer',
      subject: ({ account }) => `Ihr Abonnement bei ${account} ist beendet`,
      heading: 'Ihr Abonnement ist beendet',
      body: ({ account, name, date }) =>
        `Ihr Abonnement ${name} bei ${account} ist beendet${date ? `: ${date}` : ''}. Dafür wird nichts mehr berechnet.`,
      button: 'Konto ansehen',
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `Neuer Schlüssel von ${account}: ${name}`,
      heading: 'Ein API-Schlüssel wurde angelegt',
      body: ({ account, name }) =>
        `Jemand mit Zugang zu ${account} hat den API-Schlüssel ${name} angelegt. War es niemand von Ihnen, widerrufen Sie ihn und ändern Sie Ihr Passwort.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `Schlüssel von ${account} erneuert: ${name}`,
      heading: 'Ein API-Schlüssel wurde erneuert',
      body: ({ account, name }) =>
        `Jemand mit Zugang zu ${account} hat dem API-Schlüssel ${name} ein neues Geheimnis gegeben. War es niemand von Ihnen, widerrufen Sie ihn und ändern Sie Ihr Passwort.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Auszahlung von ${account} fehlgeschlagen: ${amount}`,
      heading: 'Eine Auszahlung ist fehlgeschlagen',
      body: ({ account, amount }) =>
        `Die Auszahlung von ${amount} ist nicht bei der Bank angekommen. Das Geld ist wieder auf dem Konto von ${account}: Prüfen Sie die Bankverbindung und zahlen Sie es noch einmal aus.`,
    },
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `Strittige Zahlung: ${amount}`,
      heading: 'Eine Zahlung ist strittig',
      body: ({ account, amount, name, date }) =>
        `Ein Kunde von ${account} hat eine Zahlung über ${amount} bei seiner Bank reklamiert. Grund: ${disputeReason('de', name)}. Der Betrag ist einbehalten, bis die Bank entscheidet; eine gespeicherte Karte wird nicht automatisch belastet.

${date ? `Um das Geld zu behalten, reichen Sie bis zum ${date} (UTC) Belege ein. Ohne Belege geht der Streitfall verloren.` : 'Die Bank nimmt zurzeit keine Belege an.'}`,
      button: 'Streitfall öffnen',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `Streitfall verloren: ${amount}`,
      heading: 'Ein Streitfall ist verloren',
      body: ({ account, amount }) =>
        `Die Bank hat zugunsten des Kunden entschieden und ihm ${amount} zurückgegeben. Der Betrag wird vom Guthaben von ${account} abgezogen.

Eine gespeicherte Karte des Kunden wird erst wieder automatisch belastet, wenn Sie das erlauben. Prüfen Sie, ob seine Abonnements weiterlaufen sollen.`,
      button: 'Streitfall öffnen',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `Erstattung fehlgeschlagen: ${amount}`,
      heading: 'Eine Erstattung ist fehlgeschlagen',
      body: ({ account, amount }) =>
        `Die Erstattung über ${amount} ist nicht beim Kunden angekommen. Das Geld ist wieder im Guthaben von ${account}. Erstatten Sie es noch einmal, oder zahlen Sie es dem Kunden auf anderem Weg aus.`,
      button: 'Erstattung öffnen',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Ereignisse von ${account} kommen nicht an`,
      heading: 'Ereignisse kommen nicht an',
      body: ({ account, name, date }) =>
        `Seit dem ${date} ist nichts angekommen, was ${account} an ${name} sendet. Es wird drei Tage lang in wachsenden Abständen erneut versucht; was dann aufgegeben ist, lässt sich später noch einmal senden. Was dort geantwortet wird, zeigen die Zustellungen.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `Ereignisse von ${account} werden nicht mehr gesendet`,
      heading: 'Ereignisse werden nicht mehr gesendet',
      body: ({ account, name }) =>
        `${name} hat geantwortet, dass es dort nichts mehr gibt (410); deshalb sendet ${account} nichts mehr dorthin. War das ein Versehen, schalten Sie den Endpunkt wieder ein.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Willkommen bei ${account}: Bestätigen Sie Ihre Adresse`,
      heading: 'Willkommen',
      body: ({ account }) =>
        `Jemand, hoffentlich Sie, kann sich ab jetzt mit dieser Adresse bei ${account} anmelden. Bestätigen Sie, dass Sie hier Post lesen.`,
      button: 'Adresse bestätigen',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Bestätigen Sie Ihre Adresse bei ${account}`,
      heading: 'Adresse bestätigen',
      body: ({ account }) =>
        `Bestätigen Sie für ${account}, dass Sie unter dieser Adresse Post lesen.`,
      button: 'Adresse bestätigen',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Neues Passwort für ${account} wählen`,
      heading: 'Ein neues Passwort',
      body: ({ account }) =>
        `Jemand hat ein neues Passwort für Ihre Anmeldung bei ${account} verlangt. Der Link gilt 30 Minuten und einmal. Waren Sie es nicht, tun Sie nichts: Ihr Passwort bleibt, wie es ist.`,
      button: 'Passwort wählen',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Bestätigen Sie Ihre neue Adresse bei ${account}`,
      heading: 'Ihre neue Adresse',
      body: ({ account, name }) =>
        `Jemand möchte sich bei ${account} künftig mit ${name} anmelden. Stimmen Sie nur zu, wenn Sie es waren.`,
      button: 'Ansehen und zustimmen',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) => `Ihre Adresse bei ${account} soll ${name} werden`,
      heading: 'Eine andere Adresse',
      body: ({ account, name }) =>
        `Jemand, der Ihr Passwort kennt, möchte Ihre Anmeldung bei ${account} von dieser Adresse auf ${name} ändern. Stimmen Sie nur zu, wenn Sie es waren; wählen Sie sonst sofort ein anderes Passwort.`,
      button: 'Ansehen und zustimmen',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Ihre Adresse bei ${account} ist jetzt ${name}`,
      heading: 'Ihre Adresse wurde geändert',
      body: ({ account, name }) =>
        `Sie melden sich bei ${account} jetzt mit ${name} an und nicht mehr mit dieser Adresse. Waren Sie es nicht, kehren Sie innerhalb von 72 Stunden zurück.`,
      button: 'Zurückkehren',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `Einladung zu ${account}`,
      heading: 'Sie sind eingeladen',
      body: ({ account, name }) =>
        `${name} lädt Sie ein, ${account} beizutreten. Der Link gilt sieben Tage und einmal. Wenn Sie nicht wissen, wer das ist, tun Sie nichts.`,
      button: 'Einladung ansehen',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `Eine neue Anmeldung bei ${account}`,
      heading: 'Waren Sie das?',
      body: ({ account, name }) =>
        `Jemand hat sich bei ${account} mit Ihrem Passwort von einem Gerät oder Netz angemeldet, das wir bei Ihnen noch nicht gesehen hatten: ${name}. Waren Sie es, ist nichts zu tun. Wenn nicht, beenden Sie diese Sitzung sofort.`,
      button: 'Das war ich nicht',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'Was geschehen ist',
      body: ({ date, name }) => `Am ${date} (UTC): ${name}.`,
    },
  },
  invoiceStates: {
    overdue: {
      subject: ({ account, name }) => `Rechnung ${name} von ${account} ist überfällig`,
      heading: 'Ihre Rechnung ist überfällig',
      body: ({ account, name, date }) =>
        `Sie finden die Rechnung ${name} von ${account} im Anhang. ${date ? `Sie war am ${date} fällig` : 'Sie ist überfällig'} und ist noch nicht bezahlt.`,
      button: 'Ansehen und bezahlen',
    },
    paid: {
      subject: ({ account, name }) => `Rechnung ${name} von ${account}: bezahlt`,
      heading: 'Ihre Rechnung ist bezahlt',
      body: ({ account, name }) =>
        `Sie finden die Rechnung ${name} von ${account} im Anhang. Sie ist bezahlt: Sie brauchen nichts zu tun.`,
      button: 'Rechnung ansehen',
    },
    refunded: {
      subject: ({ account, name }) => `Rechnung ${name} von ${account}: erstattet`,
      heading: 'Ihre Rechnung wurde erstattet',
      body: ({ account, name }) =>
        `Sie finden die Rechnung ${name} von ${account} im Anhang. Sie wurde bezahlt und danach vollständig erstattet oder gutgeschrieben: Sie brauchen nichts zu tun.`,
      button: 'Rechnung ansehen',
    },
    void: {
      subject: ({ account, name }) => `Rechnung ${name} von ${account} ist storniert`,
      heading: 'Ihre Rechnung ist storniert',
      body: ({ account, name }) =>
        `${account} hat die Rechnung ${name} storniert, die Sie für Ihre Unterlagen im Anhang finden. Sie müssen sie nicht bezahlen.`,
      button: 'Rechnung ansehen',
    },
  },
  creditTo: {
    invoice: 'Sie senkt den Betrag, den Sie zu zahlen haben.',
    balance: 'Der Betrag wird Ihnen gutgeschrieben und mit Ihren nächsten Rechnungen verrechnet.',
    card: 'Der Betrag wird auf die Zahlungsart erstattet, mit der die Rechnung bezahlt wurde. Bis Ihre Bank das anzeigt, können einige Tage vergehen.',
    outside: 'Der Verkäufer erstattet den Betrag auf anderem Weg.',
  },
  attached: 'Die Rechnung ist als PDF angehängt.',
  chargedAgain: 'Außerdem wird die hinterlegte Zahlungsart noch einmal belastet.',
  plusTax: (amount) => `${amount} zzgl. USt.`,
  reference: 'Referenz',
  address: 'Oder öffnen Sie diese Adresse:',
  code: 'Oder geben Sie diesen Code ein',
  unsubscribe: 'Solche Nachrichten nicht mehr senden',
  footers: {
    customer: (account) =>
      `Sie erhalten diese Nachricht wegen Ihrer Zahlung an ${account}. Fragen an ${account} stellen Sie als Antwort auf diese Nachricht.`,
    owner: (account) =>
      `Sie erhalten diese Nachricht, weil dies die Adresse des Kontos ${account} ist.`,
    operator: (account) =>
      `Sie erhalten dies, weil MAIL_DIGEST_TO von ${account} diese Adresse nennt.`,
    user: (account) =>
      `Sie erhalten dies, weil jemand bei ${account} diese Adresse angegeben hat. Waren Sie es nicht, brauchen Sie nichts zu tun.`,
  },
};
