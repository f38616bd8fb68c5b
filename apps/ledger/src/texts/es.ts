import type { Texts } from './texts.ts';

const askAgain =
  'Ya no se puede pagar y no se ha cobrado nada. Pida un enlace nuevo a quien se lo envió.';

const intervals = {
  day: ['día', 'días'],
  week: ['semana', 'semanas'],
  month: ['mes', 'meses'],
  year: ['año', 'años'],
} as const;

export const es: Texts = {
  pay: (amount) => `Pagar ${amount}`,
  payAt: (title, name) => `${title} en ${name}`,
  payByTransfer: (title) => `${title} por transferencia`,
  payTo: 'Pago a',
  reference: 'Referencia',
  invoice: {
    title: 'Factura',
    see: 'Ver la factura',
    due: 'Vence el',
    more: (count) => `y ${count} líneas más`,
    contact: 'Preguntas',
    lines: {
      period: 'Suscripción',
      proration: 'Tiempo restante con',
      unused_time: 'Tiempo no usado con',
      discount: 'Descuento',
      credit_granted: 'Saldo a favor para las próximas facturas',
      credit_applied: 'Pagado con saldo a favor',
      credit_returned: 'Saldo a favor devuelto',
      credited: 'Reducido por facturas rectificativas',
    },
  },
  openUntil: (time) => `Este enlace es válido hasta el ${time}.`,
  testMode: 'Modo de prueba: solo se aceptan tarjetas de prueba y no se mueve dinero.',
  testCard: (number) =>
    `Para probar: la tarjeta ${number}, con cualquier fecha futura y cualquier código.`,
  noCards:
    'Aquí todavía no se aceptan tarjetas. No se ha cobrado nada: pregunte a quien le envió el enlace cómo pagar.',
  card: 'Tarjeta',
  fields: {
    card_number: 'Número de tarjeta',
    expiry: 'Caduca (MM/AA)',
    cvc: 'Código de seguridad',
    name: 'Nombre en la tarjeta (opcional)',
  },
  faults: {
    digits: 'Introduzca los 12 a 19 dígitos de la tarjeta.',
    length: 'Compruebe el número de la tarjeta: le sobran o le faltan dígitos.',
    check: 'Compruebe el número de la tarjeta: hay un dígito equivocado.',
    expiry: 'Introduzca el mes y el año como en la tarjeta, por ejemplo 12 / 29.',
    expired: 'Esta tarjeta ha caducado. Use otra.',
    far_ahead: 'Compruebe el año: es demasiado lejano.',
    code: 'Introduzca los 3 o 4 dígitos del código de seguridad.',
    code_of_3: 'Introduzca los 3 dígitos del código de seguridad, al dorso de la tarjeta.',
    code_of_4: 'Introduzca los 4 dígitos del código de seguridad, en el anverso de la tarjeta.',
    long_name: 'Introduzca 200 caracteres como máximo.',
    other_consent: 'Las condiciones que acepta han cambiado. Vuelva a leerlas.',
  },
  toCorrect: 'Todavía no se ha pagado nada. Corrija lo siguiente:',
  saves: 'Esta tarjeta se guardará y se usará para cobrar sus próximas facturas.',
  hasEnded:
    'Esta suscripción ha terminado. Solo paga esta factura: después no se cobra nada y su tarjeta no se guarda.',
  consent: ({ name, amount, every, cancelAddress }) =>
    `Autoriza a ${name ?? 'el vendedor'} a cobrar ${amount} ${every} en esta tarjeta hasta que cancele. ${
      cancelAddress === null
        ? `Para cancelar, contacte con ${name ?? 'el vendedor'}.`
        : `Para cancelar: ${cancelAddress}`
    }`,
  every: ({ interval, intervalCount }) => {
    const [one, many] = intervals[interval];
    return intervalCount === 1 ? `cada ${one}` : `cada ${intervalCount} ${many}`;
  },
  busy: 'Pagando…',
  decline: {
    title: 'La tarjeta ha sido rechazada',
    reasons: {
      card_declined: 'El banco no ha dado un motivo.',
      generic_decline: 'El banco no ha dado un motivo.',
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
    text: 'No pague otra vez. Esta página se actualiza automáticamente.',
    resume: 'Continuar el pago',
    instead: 'Pagar de otra manera',
    look: 'Comprobar ahora',
  },
  transfer: {
    title: 'Pagar por transferencia bancaria',
    text: 'Use exactamente este importe y este concepto para que podamos identificar su pago.',
    name: 'Beneficiario',
    reference: 'Concepto',
    scan: 'Escanee este código con la aplicación de su banco',
    after:
      'Cuando llegue el dinero, aquí estará su recibo. Puede tardar hasta el siguiente día laborable.',
  },
  paid: {
    number: 'Número de recibo',
    title: 'Pagado. ¡Gracias!',
    text: 'Este es su recibo.',
    amount: 'Importe',
    at: 'Pagado el',
    card: 'Tarjeta',
    ending: (brand, last4) => `${brand} terminada en ${last4}`,
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
