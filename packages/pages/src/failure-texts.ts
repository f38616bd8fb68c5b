import type { Languages } from './locale.ts';

interface Failure {
  readonly title: string;
  readonly text: string;
}

/** What has happened, as far as whoever is at a page can do something about it: they pay, or log in. */
interface FailureTexts {
  readonly notFound: Failure;
  readonly misunderstood: Failure;
  readonly tooOften: Failure;
  readonly broken: Failure;
}

export const failureTexts: Languages<FailureTexts> = {
  en: {
    notFound: {
      title: 'This link leads nowhere',
      text: 'This link is not complete or not right. Open it again from the message that brought it, or ask whoever sent it for a new one.',
    },
    misunderstood: {
      title: 'That did not work',
      text: 'Your browser sent something that this page does not understand. Open the page again and retry. Nothing was done.',
    },
    tooOften: {
      title: 'Please wait a moment',
      text: 'This page was opened too often in a short time. Wait a minute, then open it again: it shows what has been done.',
    },
    broken: {
      title: 'Please try again in a moment',
      text: 'Something went wrong on our side. Open the page again before you do anything twice: it shows what has been done, and whether a payment has arrived.',
    },
  },
  de: {
    notFound: {
      title: 'Dieser Link führt nirgendwohin',
      text: 'Dieser Link ist unvollständig oder falsch. Öffnen Sie ihn noch einmal aus der Nachricht, oder bitten Sie den Absender um einen neuen.',
    },
    misunderstood: {
      title: 'Das hat nicht geklappt',
      text: 'Ihr Browser hat etwas gesendet, das diese Seite nicht versteht. Öffnen Sie die Seite noch einmal. Es ist nichts geschehen.',
    },
    tooOften: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Diese Seite wurde in kurzer Zeit zu oft geöffnet. Warten Sie eine Minute und öffnen Sie sie noch einmal: Sie zeigt, was geschehen ist.',
    },
    broken: {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Bei uns ist etwas schiefgegangen. Öffnen Sie die Seite noch einmal, bevor Sie etwas doppelt tun: Sie zeigt, was geschehen ist, und ob eine Zahlung angekommen ist.',
    },
  },
  fr: {
    notFound: {
      title: 'Ce lien ne mène nulle part',
      text: 'Ce lien est incomplet ou incorrect. Ouvrez-le à nouveau depuis le message, ou demandez-en un nouveau à son expéditeur.',
    },
    misunderstood: {
      title: 'Cela n’a pas fonctionné',
      text: 'Votre navigateur a envoyé quelque chose que cette page ne comprend pas. Ouvrez la page à nouveau. Rien n’a été fait.',
    },
    tooOften: {
      title: 'Veuillez patienter un instant',
      text: 'Cette page a été ouverte trop souvent en peu de temps. Attendez une minute, puis ouvrez-la à nouveau : elle indique ce qui a été fait.',
    },
    broken: {
      title: 'Veuillez réessayer dans un instant',
      text: 'Un problème est survenu de notre côté. Ouvrez la page à nouveau avant de refaire quoi que ce soit : elle indique ce qui a été fait, et si un paiement est arrivé.',
    },
  },
  es: {
    notFound: {
      title: 'Este enlace no lleva a ninguna parte',
      text: 'Este enlace está incompleto o no es correcto. Ábralo de nuevo desde el mensaje o pida uno nuevo a quien lo envió.',
    },
    misunderstood: {
      title: 'No ha funcionado',
      text: 'Su navegador ha enviado algo que esta página no entiende. Abra la página de nuevo. No se ha hecho nada.',
    },
    tooOften: {
      title: 'Espere un momento',
      text: 'Esta página se ha abierto demasiadas veces en poco tiempo. Espere un minuto y ábrala de nuevo: muestra lo que se ha hecho.',
    },
    broken: {
      title: 'Inténtelo de nuevo en un momento',
      text: 'Algo ha fallado por nuestra parte. Abra la página de nuevo antes de repetir nada: muestra lo que se ha hecho y si un pago ha llegado.',
    },
  },
};
