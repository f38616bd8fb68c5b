import { disputeReason } from './dispute-reasons.ts';
import type { MessageTexts } from './texts.ts';

export const de: MessageTexts = {
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
        `${account} hat Ihnen ${amount} erstattet. Bis die Gutschrift auf Ihrem Kontoauszug erscheint, können einige Tage vergehen.`,
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
      subject: ({ account, name, amount }) =>
        `Rechnungskorrektur ${name} von ${account}: ${amount}`,
      heading: 'Rechnungskorrektur',
      body: ({ account, name, amount, reference }) =>
        `${account} hat die Rechnungskorrektur ${name} über ${amount} zur Rechnung ${reference} ausgestellt. Sie finden sie im Anhang.`,
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
      subject: ({ account, name }) => `Zahlungserinnerung: Rechnung ${name} von ${account}`,
      heading: 'Zahlungserinnerung',
      body: ({ account, name, date }) =>
        `Die Rechnung ${name} von ${account} ist noch nicht bezahlt.${date ? ` Sie war am ${date} fällig.` : ''} Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.`,
      button: 'Ansehen und bezahlen',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Ihre Karte bei ${account} läuft bald ab`,
      heading: 'Ihre Karte läuft bald ab',
      body: ({ account, name }) =>
        `${account} belastet Ihre Karte ${name}, die bald abläuft. Hinterlegen Sie eine andere Karte, um eine Unterbrechung zu vermeiden.`,
      button: 'Andere Karte hinterlegen',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Ihre Testphase für ${name} endet bald`,
      heading: 'Ihre Testphase endet bald',
      body: ({ account, amount, name, date }) =>
        `Ihre Testphase für ${name} bei ${account} endet am ${date}. Danach zahlen Sie ${amount} pro Zeitraum, wenn Sie nicht vorher kündigen.`,
      button: 'Abonnement ansehen',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Ihr Abonnement bei ${account} hat sich geändert`,
      heading: 'Ihr Abonnement hat sich geändert',
      body: ({ account, amount, name, date }) =>
        `Ihr Abonnement bei ${account} ist ${date ? `ab dem ${date}` : 'jetzt'} ${name} für ${amount} pro Zeitraum.`,
      button: 'Abonnement ansehen',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Ihr Abonnement bei ${account} läuft aus`,
      heading: 'Ihr Abonnement läuft aus',
      body: ({ account, name, date }) =>
        `Ihr Abonnement ${name} bei ${account} endet am ${date} und wird nicht mehr berechnet. Bis dahin läuft es weiter, und Sie können die Kündigung zurücknehmen.`,
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
      subject: ({ account, name }) => `Neuer API-Schlüssel für ${account}: ${name}`,
      heading: 'Neuer API-Schlüssel',
      body: ({ account, name }) =>
        `Jemand mit Zugang zu ${account} hat den API-Schlüssel ${name} erstellt. Falls das niemand aus Ihrem Team war, widerrufen Sie den Schlüssel und ändern Sie Ihr Passwort.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `API-Schlüssel von ${account} erneuert: ${name}`,
      heading: 'API-Schlüssel erneuert',
      body: ({ account, name }) =>
        `Jemand mit Zugang zu ${account} hat den geheimen Wert des API-Schlüssels ${name} erneuert. Falls das niemand aus Ihrem Team war, widerrufen Sie den Schlüssel und ändern Sie Ihr Passwort.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Auszahlung von ${account} fehlgeschlagen: ${amount}`,
      heading: 'Auszahlung fehlgeschlagen',
      body: ({ account, amount }) =>
        `Die Auszahlung von ${amount} ist nicht bei der Bank angekommen. Das Geld ist wieder auf dem Konto von ${account}: Prüfen Sie die Bankverbindung und zahlen Sie es erneut aus.`,
    },
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `Strittige Zahlung: ${amount}`,
      heading: 'Zahlung strittig',
      body: ({ account, amount, name, date }) =>
        `Ein Kunde von ${account} hat eine Zahlung über ${amount} bei seiner Bank reklamiert. Grund: ${disputeReason('de', name)}. Der Betrag ist einbehalten, bis die Bank entscheidet; eine gespeicherte Karte wird nicht automatisch belastet.

${date ? `Um das Geld zu behalten, reichen Sie bis zum ${date} (UTC) Belege ein. Ohne Belege geht der Streitfall verloren.` : 'Die Bank nimmt zurzeit keine Belege an.'}`,
      button: 'Streitfall öffnen',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `Streitfall verloren: ${amount}`,
      heading: 'Streitfall verloren',
      body: ({ account, amount }) =>
        `Die Bank hat zugunsten des Kunden entschieden und ihm ${amount} zurückgegeben. Der Betrag wird vom Guthaben von ${account} abgezogen.

Eine gespeicherte Karte des Kunden wird erst wieder automatisch belastet, wenn Sie das erlauben. Prüfen Sie, ob seine Abonnements weiterlaufen sollen.`,
      button: 'Streitfall öffnen',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `Erstattung fehlgeschlagen: ${amount}`,
      heading: 'Erstattung fehlgeschlagen',
      body: ({ account, amount }) =>
        `Die Erstattung über ${amount} ist nicht beim Kunden angekommen. Das Geld ist wieder im Guthaben von ${account}. Erstatten Sie es erneut, oder zahlen Sie es dem Kunden auf anderem Weg aus.`,
      button: 'Erstattung öffnen',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Webhook-Zustellungen von ${account} schlagen fehl`,
      heading: 'Webhook-Zustellungen schlagen fehl',
      body: ({ account, name, date }) =>
        `Seit dem ${date} hat ${name} kein Ereignis von ${account} angenommen. Jedes Ereignis wird drei Tage lang in wachsenden Abständen erneut gesendet; danach können Sie es selbst noch einmal senden. Die Antworten sehen Sie in den Zustellungen des Endpunkts.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `Ein Webhook-Endpunkt von ${account} wurde deaktiviert`,
      heading: 'Webhook-Endpunkt deaktiviert',
      body: ({ account, name }) =>
        `${name} hat mit 410 (Gone) geantwortet; deshalb sendet ${account} keine Ereignisse mehr dorthin. Falls das ein Versehen war, aktivieren Sie den Endpunkt wieder.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Willkommen bei ${account}: Bestätigen Sie Ihre E-Mail-Adresse`,
      heading: 'Willkommen',
      body: ({ account }) =>
        `Mit dieser E-Mail-Adresse wurde ein Zugang bei ${account} angelegt. Bestätigen Sie, dass die Adresse Ihnen gehört.`,
      button: 'Adresse bestätigen',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Bestätigen Sie Ihre E-Mail-Adresse bei ${account}`,
      heading: 'E-Mail-Adresse bestätigen',
      body: ({ account }) =>
        `Bestätigen Sie für ${account}, dass diese E-Mail-Adresse Ihnen gehört.`,
      button: 'Adresse bestätigen',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Neues Passwort für ${account} wählen`,
      heading: 'Neues Passwort',
      body: ({ account }) =>
        `Jemand hat ein neues Passwort für Ihren Zugang bei ${account} angefordert. Der Link gilt 30 Minuten und nur einmal. Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.`,
      button: 'Passwort wählen',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Bestätigen Sie Ihre neue E-Mail-Adresse bei ${account}`,
      heading: 'Ihre neue E-Mail-Adresse',
      body: ({ account, name }) =>
        `Jemand möchte sich bei ${account} künftig mit ${name} anmelden. Stimmen Sie nur zu, wenn Sie das waren.`,
      button: 'Ansehen und zustimmen',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) =>
        `Ihre E-Mail-Adresse bei ${account} soll zu ${name} geändert werden`,
      heading: 'Änderung der E-Mail-Adresse',
      body: ({ account, name }) =>
        `Jemand, der Ihr Passwort kennt, möchte für Ihren Zugang bei ${account} diese Adresse durch ${name} ersetzen. Stimmen Sie nur zu, wenn Sie das waren; ändern Sie sonst sofort Ihr Passwort.`,
      button: 'Ansehen und zustimmen',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Ihre E-Mail-Adresse bei ${account} ist jetzt ${name}`,
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      body: ({ account, name }) =>
        `Sie melden sich bei ${account} jetzt mit ${name} an und nicht mehr mit dieser Adresse. Falls Sie das nicht waren, machen Sie die Änderung innerhalb von 72 Stunden rückgängig.`,
      button: 'Änderung rückgängig machen',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `Einladung zu ${account}`,
      heading: 'Sie sind eingeladen',
      body: ({ account, name }) =>
        `${name} lädt Sie ein, ${account} beizutreten. Der Link gilt sieben Tage und nur einmal. Falls Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.`,
      button: 'Einladung ansehen',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `Neue Anmeldung bei ${account}`,
      heading: 'Waren Sie das?',
      body: ({ account, name }) =>
        `Jemand hat sich bei ${account} mit Ihrem Passwort von einem neuen Gerät oder aus einem neuen Netzwerk angemeldet: ${name}. Falls Sie das waren, ignorieren Sie diese E-Mail. Falls nicht, beenden Sie diese Sitzung sofort.`,
      button: 'Das war ich nicht',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'Tagesübersicht',
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
        `Sie finden die Rechnung ${name} von ${account} im Anhang. Sie ist bezahlt; Sie müssen nichts weiter tun.`,
      button: 'Rechnung ansehen',
    },
    refunded: {
      subject: ({ account, name }) => `Rechnung ${name} von ${account}: erstattet`,
      heading: 'Ihre Rechnung wurde erstattet',
      body: ({ account, name }) =>
        `Sie finden die Rechnung ${name} von ${account} im Anhang. Sie wurde bezahlt und danach vollständig erstattet oder gutgeschrieben; Sie müssen nichts weiter tun.`,
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
    invoice: 'Sie mindert den Betrag, den Sie zahlen müssen.',
    balance: 'Der Betrag wird Ihnen gutgeschrieben und mit Ihren nächsten Rechnungen verrechnet.',
    card: 'Der Betrag wird auf die Zahlungsmethode erstattet, mit der die Rechnung bezahlt wurde. Bis die Gutschrift auf Ihrem Kontoauszug erscheint, können einige Tage vergehen.',
    outside: 'Der Verkäufer erstattet den Betrag auf anderem Weg.',
  },
  attached: 'Die Rechnung ist als PDF angehängt.',
  chargedAgain: 'Außerdem wird die gespeicherte Zahlungsmethode erneut belastet.',
  plusTax: (amount) => `${amount} zzgl. USt.`,
  reference: 'Referenz',
  address: 'Oder öffnen Sie diesen Link:',
  code: 'Oder geben Sie diesen Code ein',
  unsubscribe: 'Solche E-Mails abbestellen',
  footers: {
    customer: (account) =>
      `Sie erhalten diese E-Mail wegen Ihrer Zahlung an ${account}. Bei Fragen an ${account} antworten Sie auf diese E-Mail.`,
    owner: (account) =>
      `Sie erhalten diese E-Mail, weil dies die Adresse des Kontos ${account} ist.`,
    operator: (account) =>
      `Sie erhalten diese E-Mail, weil MAIL_DIGEST_TO von ${account} diese Adresse enthält.`,
    user: (account) =>
      `Sie erhalten diese E-Mail, weil jemand bei ${account} diese Adresse angegeben hat. Falls Sie das nicht waren, ignorieren Sie sie.`,
  },
};
