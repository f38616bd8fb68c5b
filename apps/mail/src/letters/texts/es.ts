import type { LetterTexts } from './texts.ts';

export const es: LetterTexts = {
  kinds: {
    payment_request: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} le pide que pague ${amount}`,
      heading: 'Solicitud de pago',
      body: ({ account, amount }) => `${account} le pide que pague ${amount}.`,
      button: 'Pagar ahora',
    },
    receipt: {
      reader: 'customer',
      subject: ({ account, amount }) => `Recibo de ${account}: ${amount}`,
      heading: 'Gracias',
      body: ({ account, amount }) => `Ha llegado su pago de ${amount} a ${account}.`,
      button: 'Ver el recibo',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} le ha reembolsado ${amount}`,
      heading: 'Reembolso',
      body: ({ account, amount }) =>
        `${account} le ha reembolsado ${amount}. Su banco puede tardar unos días en mostrarlo.`,
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `Nueva clave de ${account}: ${name}`,
      heading: 'Se ha creado una clave de API',
      body: ({ account, name }) =>
        `Alguien con acceso a ${account} ha creado la clave de API ${name}. Si no ha sido ninguno de ustedes, revóquela y cambie su contraseña.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `Clave de ${account} renovada: ${name}`,
      heading: 'Se ha renovado una clave de API',
      body: ({ account, name }) =>
        `Alguien con acceso a ${account} ha dado un nuevo secreto a la clave de API ${name}. Si no ha sido ninguno de ustedes, revóquela y cambie su contraseña.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Ha fallado un pago de ${account} al banco: ${amount}`,
      heading: 'Ha fallado un pago al banco',
      body: ({ account, amount }) =>
        `El pago de ${amount} no ha llegado al banco. El dinero está de nuevo en la cuenta de ${account}: revise los datos bancarios y vuelva a pagarlo.`,
    },
  },
  reference: 'Referencia',
  address: 'O abra esta dirección:',
  footers: {
    customer: (account) =>
      `Recibe este mensaje por su pago a ${account}. Para preguntar algo a ${account}, responda a este mensaje.`,
    owner: (account) => `Recibe este mensaje porque esta es la dirección de la cuenta ${account}.`,
  },
};
