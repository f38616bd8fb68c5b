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
    what: 'This is the API of a billing and payments back end. Programs call the API; people use the console.',
    console: 'Console: manage your account in a browser',
    reference: 'API reference: read about and try every operation',
    document: 'OpenAPI document',
    status: 'Service status',
    start: 'Create an account and log in with two calls:',
    tutorial: 'For the steps from there to a paid subscription, see',
    pay: 'Here to pay? Open the link in the message that you received.',
  },
  de: {
    what: 'Dies ist die API eines Systems für Rechnungen und Zahlungen. Programme rufen die API auf; Menschen nutzen die Konsole.',
    console: 'Konsole: Ihr Konto im Browser verwalten',
    reference: 'API-Referenz: alle Operationen nachlesen und ausprobieren',
    document: 'OpenAPI-Dokument',
    status: 'Status der Dienste',
    start: 'Mit zwei Aufrufen ein Konto eröffnen und anmelden:',
    tutorial: 'Die weiteren Schritte bis zum bezahlten Abonnement beschreibt',
    pay: 'Möchten Sie bezahlen? Öffnen Sie den Link in der Nachricht, die Sie erhalten haben.',
  },
  fr: {
    what: 'Voici l’API d’un système de facturation et de paiement. Les programmes appellent l’API ; les personnes utilisent la console.',
    console: 'Console : gérer votre compte dans un navigateur',
    reference: 'Référence de l’API : consulter et essayer chaque opération',
    document: 'Document OpenAPI',
    status: 'État des services',
    start: 'Créer un compte et se connecter en deux appels :',
    tutorial: 'Pour la suite, jusqu’à un abonnement payé, voir',
    pay: 'Vous voulez payer ? Ouvrez le lien du message que vous avez reçu.',
  },
  es: {
    what: 'Esta es la API de un sistema de facturación y pagos. Los programas llaman a la API; las personas usan la consola.',
    console: 'Consola: gestione su cuenta en el navegador',
    reference: 'Referencia de la API: consulte y pruebe cada operación',
    document: 'Documento OpenAPI',
    status: 'Estado de los servicios',
    start: 'Cree una cuenta e inicie sesión con dos llamadas:',
    tutorial: 'Para los pasos siguientes hasta una suscripción pagada, consulte',
    pay: '¿Quiere pagar? Abra el enlace del mensaje que ha recibido.',
  },
};
