import type { LetterTexts } from './texts.ts';

export const es: LetterTexts = {
  kinds: {
    payment_request: {
      subject: ({ seller, amount }) => `${seller} le pide que pague ${amount}`,
      heading: 'Solicitud de pago',
      body: ({ seller, amount }) => `${seller} le pide que pague ${amount}.`,
      button: 'Pagar ahora',
    },
    receipt: {
      subject: ({ seller, amount }) => `Recibo de ${seller}: ${amount}`,
      heading: 'Gracias',
      body: ({ seller, amount }) => `Ha llegado su pago de ${amount} a ${seller}.`,
      button: 'Ver el recibo',
    },
    refund: {
      subject: ({ seller, amount }) => `${seller} le ha reembolsado ${amount}`,
      heading: 'Reembolso',
      body: ({ seller, amount }) =>
        `${seller} le ha reembolsado ${amount}. Su banco puede tardar unos días en mostrarlo.`,
    },
  },
  reference: 'Referencia',
  address: 'O abra esta dirección:',
  footer: (seller) =>
    `Recibe este mensaje por su pago a ${seller}. Para preguntar algo a ${seller}, responda a este mensaje.`,
};
