import type { Languages } from '@florin/pages';

/** What the page says on which somebody does without what is no duty. */
export interface UnsubscribeTexts {
  readonly title: string;
  readonly text: (account: string) => string;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: string;
}

export const languages: Languages<UnsubscribeTexts> = {
  en: {
    title: 'Fewer mails?',
    text: (account) =>
      `${account} no longer tells you of trials that end and cards that expire. What you have to know, such as invoices and receipts, still comes.`,
    button: 'Stop these mails',
    doneTitle: 'Unsubscribed',
    done: 'These mails no longer come. What you have to know still does.',
  },
  de: {
    title: 'Weniger Nachrichten?',
    text: (account) =>
      `${account} sagt Ihnen dann nicht mehr, wann eine Probezeit endet oder eine Karte abläuft. Was Sie wissen müssen, etwa Rechnungen und Belege, kommt weiterhin.`,
    button: 'Diese Nachrichten abbestellen',
    doneTitle: 'Abgemeldet',
    done: 'Diese Nachrichten kommen nicht mehr. Was Sie wissen müssen, kommt weiterhin.',
  },
  fr: {
    title: 'Moins de messages ?',
    text: (account) =>
      `${account} ne vous préviendra plus de la fin d’un essai ni de l’expiration d’une carte. Ce que vous devez savoir, comme les factures et les reçus, continue d’arriver.`,
    button: 'Arrêter ces messages',
    doneTitle: 'C’est fait',
    done: 'Ces messages n’arriveront plus. Ce que vous devez savoir continue d’arriver.',
  },
  es: {
    title: '¿Menos mensajes?',
    text: (account) =>
      `${account} ya no le avisará del fin de una prueba ni de la caducidad de una tarjeta. Lo que debe saber, como facturas y recibos, seguirá llegando.`,
    button: 'Dejar de recibirlos',
    doneTitle: 'Baja confirmada',
    done: 'Estos mensajes ya no llegarán. Lo que debe saber seguirá llegando.',
  },
};
