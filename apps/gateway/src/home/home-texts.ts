import type { Languages } from '@florin/pages';

interface HomeTexts {
  readonly what: string;
  readonly console: string;
  readonly reference: string;
  readonly document: string;
  readonly status: string;
  /** Introduces the example calls. */
  readonly start: string;
  /** Introduces the name of the tutorial's file. */
  readonly tutorial: string;
  readonly pay: string;
}

export const homeTexts: Languages<HomeTexts> = {
  en: {
    what: 'This is the interface of a billing and payments back end. Programs speak to it; people sign in to the console.',
    console: 'Console: what there is, in a browser',
    reference: 'Reference: every operation, to read and to try',
    document: 'The same as an OpenAPI document',
    status: 'Which services answer',
    start: 'Open an account and log in by two calls:',
    tutorial: 'The way from there to a paid subscription is told in',
    pay: 'Did you want to pay? Open the link in the message that asked you to.',
  },
  de: {
    what: 'Dies ist die Schnittstelle eines Systems für Rechnungen und Zahlungen. Programme sprechen mit ihr; Menschen melden sich an der Konsole an.',
    console: 'Konsole: was es gibt, im Browser',
    reference: 'Referenz: jede Operation, zum Lesen und Ausprobieren',
    document: 'Dasselbe als OpenAPI-Dokument',
    status: 'Welche Dienste antworten',
    start: 'Zwei Aufrufe eröffnen ein Konto und melden an:',
    tutorial: 'Den Weg von dort bis zum bezahlten Abonnement erzählt',
    pay: 'Wollten Sie bezahlen? Öffnen Sie den Link in der Nachricht, die Sie darum bittet.',
  },
  fr: {
    what: 'Voici l’interface d’un système de facturation et de paiement. Des programmes lui parlent ; les personnes se connectent à la console.',
    console: 'Console : ce qu’il y a, dans un navigateur',
    reference: 'Référence : chaque opération, à lire et à essayer',
    document: 'La même chose en document OpenAPI',
    status: 'Les services qui répondent',
    start: 'Deux appels ouvrent un compte et une session :',
    tutorial: 'La suite, jusqu’à un abonnement payé, est racontée dans',
    pay: 'Vous vouliez payer ? Ouvrez le lien du message qui vous le demande.',
  },
  es: {
    what: 'Esta es la interfaz de un sistema de facturación y pagos. Le hablan programas; las personas inician sesión en la consola.',
    console: 'Consola: lo que hay, en un navegador',
    reference: 'Referencia: cada operación, para leer y probar',
    document: 'Lo mismo como documento OpenAPI',
    status: 'Qué servicios responden',
    start: 'Dos llamadas abren una cuenta y una sesión:',
    tutorial: 'El camino desde ahí hasta una suscripción pagada se cuenta en',
    pay: '¿Quería pagar? Abra el enlace del mensaje que se lo pide.',
  },
};
