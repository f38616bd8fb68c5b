import type { Languages } from './locale.ts';

interface Failure {
  readonly title: string;
  readonly text: string;
}

/** Error pages, worded for customers who pay and users who log in. */
interface FailureTexts {
  readonly notFound: Failure;
  readonly misunderstood: Failure;
  readonly tooOften: Failure;
  readonly broken: Failure;
}

export const failureTexts: Languages<FailureTexts> = {
  en: {
    notFound: {
      title: 'Page not found',
      text: 'This link is incomplete or incorrect. Open it again from the original message, or ask the sender for a new one.',
    },
    misunderstood: {
      title: 'Invalid request',
      text: 'Your browser sent a request that this page cannot process. Nothing was changed. Open the page again and retry.',
    },
    tooOften: {
      title: 'Please wait a moment',
      text: 'This page was opened too often in a short time. Wait a minute, then open it again: it shows the current state.',
    },
    broken: {
      title: 'Something went wrong',
      text: 'The error is on our side. Open the page again before you repeat anything: it shows the current state, and whether a payment has arrived.',
    },
  },
  de: {
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Dieser Link ist unvollständig oder falsch. Öffnen Sie ihn erneut aus der ursprünglichen Nachricht, oder bitten Sie den Absender um einen neuen.',
    },
    misunderstood: {
      title: 'Ungültige Anfrage',
      text: 'Ihr Browser hat eine Anfrage gesendet, die diese Seite nicht verarbeiten kann. Es wurde nichts geändert. Öffnen Sie die Seite noch einmal.',
    },
    tooOften: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Diese Seite wurde in kurzer Zeit zu oft geöffnet. Warten Sie eine Minute und öffnen Sie sie noch einmal: Sie zeigt den aktuellen Stand.',
    },
    broken: {
      title: 'Etwas ist schiefgelaufen',
      text: 'Der Fehler liegt bei uns. Öffnen Sie die Seite noch einmal, bevor Sie etwas wiederholen: Sie zeigt den aktuellen Stand und ob eine Zahlung eingegangen ist.',
    },
  },
  fr: {
    notFound: {
      title: 'Page introuvable',
      text: 'Ce lien est incomplet ou incorrect. Ouvrez-le à nouveau depuis le message d’origine, ou demandez-en un nouveau à son expéditeur.',
    },
    misunderstood: {
      title: 'Requête non valide',
      text: 'Votre navigateur a envoyé une requête que cette page ne peut pas traiter. Rien n’a été modifié. Ouvrez la page à nouveau.',
    },
    tooOften: {
      title: 'Veuillez patienter un instant',
      text: 'Cette page a été ouverte trop souvent en peu de temps. Attendez une minute, puis ouvrez-la à nouveau : elle indique l’état actuel.',
    },
    broken: {
      title: 'Une erreur s’est produite',
      text: 'L’erreur vient de notre côté. Ouvrez la page à nouveau avant de recommencer : elle indique l’état actuel et si un paiement est arrivé.',
    },
  },
  es: {
    notFound: {
      title: 'Página no encontrada',
      text: 'Este enlace está incompleto o no es correcto. Ábralo de nuevo desde el mensaje original o pida uno nuevo a quien lo envió.',
    },
    misunderstood: {
      title: 'Solicitud no válida',
      text: 'Su navegador ha enviado una solicitud que esta página no puede procesar. No se ha cambiado nada. Abra la página de nuevo.',
    },
    tooOften: {
      title: 'Espere un momento',
      text: 'Esta página se ha abierto demasiadas veces en poco tiempo. Espere un minuto y ábrala de nuevo: muestra el estado actual.',
    },
    broken: {
      title: 'Se ha producido un error',
      text: 'El error es nuestro. Abra la página de nuevo antes de repetir nada: muestra el estado actual y si un pago ha llegado.',
    },
  },
};
