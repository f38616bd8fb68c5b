import type { Languages } from '@florin/pages';

/** Texts of the page where a reader unsubscribes from optional emails. */
export interface UnsubscribeTexts {
  readonly title: string;
  readonly text: (account: string) => string;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: string;
}

export const languages: Languages<UnsubscribeTexts> = {
  en: {
    title: 'Unsubscribe?',
    text: (account) =>
      `${account} will no longer email you about trials that end and cards that expire. You will still get necessary emails, such as invoices and receipts.`,
    button: 'Unsubscribe',
    doneTitle: 'Unsubscribed',
    done: 'You will no longer get these emails. Necessary emails still arrive.',
  },
  de: {
    title: 'E-Mails abbestellen?',
    text: (account) =>
      `${account} informiert Sie dann nicht mehr, wenn eine Testphase endet oder eine Karte abläuft. Notwendige E-Mails wie Rechnungen und Zahlungsbelege erhalten Sie weiterhin.`,
    button: 'Abbestellen',
    doneTitle: 'Abbestellt',
    done: 'Sie erhalten diese E-Mails nicht mehr. Notwendige E-Mails kommen weiterhin.',
  },
  fr: {
    title: 'Se désabonner ?',
    text: (account) =>
      `${account} ne vous préviendra plus de la fin d’un essai ni de l’expiration d’une carte. Vous recevrez toujours les e-mails nécessaires, comme les factures et les reçus.`,
    button: 'Se désabonner',
    doneTitle: 'Désabonnement confirmé',
    done: 'Vous ne recevrez plus ces e-mails. Les e-mails nécessaires continuent d’arriver.',
  },
  es: {
    title: '¿Darse de baja?',
    text: (account) =>
      `${account} ya no le avisará del fin de una prueba ni de la caducidad de una tarjeta. Seguirá recibiendo los correos necesarios, como facturas y recibos.`,
    button: 'Darse de baja',
    doneTitle: 'Baja confirmada',
    done: 'Ya no recibirá estos correos. Los necesarios seguirán llegando.',
  },
};
