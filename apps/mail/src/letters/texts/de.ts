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
  },
  reference: 'Referenz',
  address: 'Oder öffnen Sie diese Adresse:',
  footers: {
    customer: (account) =>
      `Sie erhalten diese Nachricht wegen Ihrer Zahlung an ${account}. Fragen an ${account} stellen Sie als Antwort auf diese Nachricht.`,
    owner: (account) =>
      `Sie erhalten diese Nachricht, weil dies die Adresse des Kontos ${account} ist.`,
  },
};
