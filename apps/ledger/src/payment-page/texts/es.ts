import type { Texts } from './texts.ts';

const askAgain =
  'Ya no se puede pagar y no se ha cobrado nada. Pida un enlace nuevo a quien se lo envió.';

export const es: Texts = {
  pay: (amount) => `Pagar ${amount}`,
  payTo: 'Pago a',
  reference: 'Referencia',
  openUntil: (time) => `Este enlace es válido hasta el ${time}.`,
  testMode: 'Modo de prueba: solo se aceptan tarjetas de prueba y no se mueve dinero.',
  noCards:
    'Aquí todavía no se aceptan tarjetas. No se ha cobrado nada: pregunte a quien le envió el enlace cómo pagar.',
  card: 'Tarjeta',
  expiry: 'Caduca',
  fields: {
    card_number: 'Número de tarjeta',
    exp_month: 'Mes',
    exp_year: 'Año',
    cvc: 'Código de seguridad',
    name: 'Nombre en la tarjeta (opcional)',
  },
  faults: {
    number: 'Introduzca los 12 a 19 dígitos de la tarjeta.',
    month: 'Introduzca el mes como en la tarjeta, de 01 a 12.',
    year: 'Introduzca el año como en la tarjeta.',
    expired: 'Esta tarjeta ha caducado. Use otra.',
    far_ahead: 'Compruebe el año: es demasiado lejano.',
    security_code: 'Introduzca los 3 o 4 dígitos del código de seguridad.',
    long_name: 'Introduzca 200 caracteres como máximo.',
  },
  toCorrect: 'Todavía no se ha pagado nada. Corrija lo siguiente:',
  saves: 'Esta tarjeta se guardará y se usará para cobrar sus próximas facturas.',
  busy: 'Pagando…',
  decline: {
    title: 'La tarjeta ha sido rechazada',
    reasons: {
      card_declined: 'El banco no ha dado un motivo.',
      insufficient_funds: 'No hay saldo suficiente.',
      invalid_number: 'El número de la tarjeta no es válido.',
      not_a_test_card: 'Aquí solo se aceptan tarjetas de prueba.',
    },
    otherReason: 'El banco no ha aceptado el pago.',
    advice: 'No se ha cobrado nada. Revise los datos, use otra tarjeta o consulte a su banco.',
    triesLeft: (tries) => (tries === 1 ? 'Le queda un intento.' : `Le quedan ${tries} intentos.`),
  },
  beingPaid: {
    title: 'Su pago se está procesando',
    text: 'No pague otra vez. Esta página mostrará el resultado por sí sola.',
    look: 'Ver ahora',
  },
  paid: {
    title: 'Pagado. ¡Gracias!',
    text: 'Este es su recibo.',
    amount: 'Importe',
    at: 'Pagado el',
    card: 'Tarjeta',
    ending: (brand, last4) => `${brand} terminada en ${last4}`,
    saved: 'Esta tarjeta está guardada y se usará para cobrar sus próximas facturas.',
    print: 'Imprimir',
  },
  expired: { title: 'Este enlace de pago ha caducado', text: askAgain },
  canceled: {
    title: 'Este pago se ha cancelado',
    text: 'Ya no se puede pagar y no se ha cobrado nada. Si cree que aún debe algo, hable con quien le envió el enlace.',
  },
  failed: { title: 'Este pago se ha rechazado demasiadas veces', text: askAgain },
  back: (name) => (name === undefined ? 'Volver a la tienda' : `Volver a ${name}`),
};
