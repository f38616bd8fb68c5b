import { disputeReason } from './dispute-reasons.ts';
import type { MessageTexts } from './texts.ts';

export const es: MessageTexts = {
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
      body: ({ account, amount }) => `Hemos recibido su pago de ${amount} a ${account}.`,
      button: 'Ver el recibo',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} le ha reembolsado ${amount}`,
      heading: 'Reembolso',
      body: ({ account, amount }) =>
        `${account} le ha reembolsado ${amount}. Puede tardar unos días en aparecer en su extracto bancario.`,
    },
    invoice: {
      reader: 'customer',
      subject: ({ account, name }) => `Factura ${name} de ${account}`,
      heading: 'Su factura',
      body: ({ account, name, date }) =>
        `${account} le ha enviado la factura ${name}. La encontrará adjunta.${date ? ` Vence el ${date}.` : ''}`,
      button: 'Ver y pagar',
    },
    credit_note: {
      reader: 'customer',
      subject: ({ account, name, amount }) =>
        `Factura rectificativa ${name} de ${account}: ${amount}`,
      heading: 'Factura rectificativa',
      body: ({ account, name, amount, reference }) =>
        `${account} ha emitido la factura rectificativa ${name} por ${amount} sobre la factura ${reference}. La encontrará adjunta.`,
      button: 'Ver la factura',
    },
    payment_failed: {
      reader: 'customer',
      subject: ({ account }) => `Su pago a ${account} no se ha realizado`,
      heading: 'El pago no se ha realizado',
      body: ({ account, amount, name }) =>
        `No hemos podido cobrar ${amount} de la factura ${name} de ${account}. Puede pagar ahora, con otra tarjeta si lo desea.`,
      button: 'Pagar ahora',
    },
    reminder: {
      reader: 'customer',
      subject: ({ account, name }) => `Recordatorio: factura ${name} de ${account}`,
      heading: 'Recordatorio de pago',
      body: ({ account, name, date }) =>
        `La factura ${name} de ${account} aún no está pagada.${date ? ` Venció el ${date}.` : ''} Si ya ha pagado, ignore este correo.`,
      button: 'Ver y pagar',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Su tarjeta en ${account} caduca pronto`,
      heading: 'Su tarjeta caduca pronto',
      body: ({ account, name }) =>
        `${account} cobra de su tarjeta ${name}, que caduca pronto. Guarde otra para evitar interrupciones.`,
      button: 'Guardar otra tarjeta',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Su prueba de ${name} termina pronto`,
      heading: 'Su prueba termina pronto',
      body: ({ account, amount, name, date }) =>
        `Su prueba de ${name} en ${account} termina el ${date}. Después cuesta ${amount} por periodo, salvo que cancele antes.`,
      button: 'Ver la suscripción',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Su suscripción en ${account} ha cambiado`,
      heading: 'Su suscripción ha cambiado',
      body: ({ account, amount, name, date }) =>
        date
          ? `Desde el ${date}, su suscripción en ${account} será ${name} por ${amount} por periodo.`
          : `Su suscripción en ${account} es ahora ${name} por ${amount} por periodo.`,
      button: 'Ver la suscripción',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Su suscripción en ${account} va a terminar`,
      heading: 'Su suscripción va a terminar',
      body: ({ account, name, date }) =>
        `Su suscripción a ${name} en ${account} termina el ${date} y no se cobrará más. Sigue activa hasta entonces y aún puede conservarla.`,
      button: 'Ver su suscripción',
    },
    subscription_ended: {
      reader: 'customer',
      subject: ({ account }) => `Su suscripción en ${account} ha terminado`,
      heading: 'Su suscripción ha terminado',
      body: ({ account, name, date }) =>
        `Su suscripción a ${name} en ${account} ha terminado${date ? `: ${date}` : ''}. No se cobrará nada más por ella.`,
      button: 'Ver su cuenta',
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `Nueva clave de API de ${account}: ${name}`,
      heading: 'Nueva clave de API',
      body: ({ account, name }) =>
        `Alguien con acceso a ${account} ha creado la clave de API ${name}. Si no ha sido su equipo, revóquela y cambie su contraseña.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `Clave de API de ${account} renovada: ${name}`,
      heading: 'Clave de API renovada',
      body: ({ account, name }) =>
        `Alguien con acceso a ${account} ha renovado el secreto de la clave de API ${name}. Si no ha sido su equipo, revóquela y cambie su contraseña.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Ha fallado una transferencia de ${account}: ${amount}`,
      heading: 'Transferencia fallida',
      body: ({ account, amount }) =>
        `La transferencia de ${amount} no ha llegado al banco. El dinero está de nuevo en la cuenta de ${account}: revise los datos bancarios y repita la transferencia.`,
    },
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `Pago en disputa: ${amount}`,
      heading: 'Pago en disputa',
      body: ({ account, amount, name, date }) =>
        `Un cliente de ${account} ha disputado un pago de ${amount} ante su banco. Motivo: ${disputeReason('es', name)}. El importe queda retenido hasta que el banco decida, y una tarjeta guardada no se cobra automáticamente.

${date ? `Para conservar el dinero, envíe pruebas a más tardar el ${date} (UTC). Sin pruebas, la disputa se pierde.` : 'El banco no admite pruebas por el momento.'}`,
      button: 'Abrir la disputa',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `Disputa perdida: ${amount}`,
      heading: 'Disputa perdida',
      body: ({ account, amount }) =>
        `El banco ha dado la razón al cliente y le ha devuelto ${amount}. El importe se descuenta del saldo de ${account}.

Una tarjeta guardada del cliente no se cobra automáticamente hasta que usted lo permita. Compruebe si sus suscripciones deben continuar.`,
      button: 'Abrir la disputa',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `Ha fallado un reembolso: ${amount}`,
      heading: 'Reembolso fallido',
      body: ({ account, amount }) =>
        `El reembolso de ${amount} no ha llegado al cliente. El dinero está de nuevo en el saldo de ${account}. Reembólselo otra vez o páguelo al cliente por otro medio.`,
      button: 'Abrir el reembolso',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Fallan los webhooks de ${account}`,
      heading: 'Fallan los webhooks',
      body: ({ account, name, date }) =>
        `Ningún evento de ${account} ha llegado a ${name} desde el ${date}. Cada evento se reintenta durante tres días, a intervalos crecientes; después puede reenviarlo usted. Las entregas del punto de conexión muestran sus respuestas.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `Se ha desactivado un punto de conexión de ${account}`,
      heading: 'Punto de conexión desactivado',
      body: ({ account, name }) =>
        `${name} ha respondido 410 (Gone), así que ${account} ya no le envía eventos. Si fue un error, vuelva a activar el punto de conexión.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Le damos la bienvenida a ${account}: confirme su correo`,
      heading: 'Le damos la bienvenida',
      body: ({ account }) =>
        `Se ha creado un acceso a ${account} con esta dirección de correo. Confirme que la dirección es suya.`,
      button: 'Confirmar la dirección',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Confirme su dirección de correo para ${account}`,
      heading: 'Confirme su dirección de correo',
      body: ({ account }) => `Confirme a ${account} que esta dirección de correo es suya.`,
      button: 'Confirmar la dirección',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Elija una contraseña nueva para ${account}`,
      heading: 'Contraseña nueva',
      body: ({ account }) =>
        `Alguien ha pedido una contraseña nueva para su cuenta en ${account}. El enlace es válido durante 30 minutos y se puede usar una sola vez. Si no fue usted, ignore este correo: su contraseña no cambia.`,
      button: 'Elegir una contraseña',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Confirme su nueva dirección de correo para ${account}`,
      heading: 'Su nueva dirección de correo',
      body: ({ account, name }) =>
        `Alguien quiere iniciar sesión en ${account} con ${name} desde ahora. Acepte solo si fue usted.`,
      button: 'Ver y aceptar',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) =>
        `Su dirección de correo para ${account} va a cambiar a ${name}`,
      heading: 'Cambio de dirección de correo',
      body: ({ account, name }) =>
        `Alguien que conoce su contraseña quiere cambiar esta dirección por ${name} para iniciar sesión en ${account}. Acepte solo si fue usted; si no, cambie su contraseña de inmediato.`,
      button: 'Ver y aceptar',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Su dirección de correo para ${account} es ahora ${name}`,
      heading: 'Su dirección de correo ha cambiado',
      body: ({ account, name }) =>
        `Ahora inicia sesión en ${account} con ${name} y ya no con esta dirección. Si no fue usted, deshaga el cambio en un plazo de 72 horas.`,
      button: 'Deshacer el cambio',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `Invitación a ${account}`,
      heading: 'Invitación',
      body: ({ account, name }) =>
        `${name} le invita a unirse a ${account}. El enlace es válido durante siete días y se puede usar una sola vez. Si no conoce al remitente, ignore este correo.`,
      button: 'Ver la invitación',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `Nuevo inicio de sesión en ${account}`,
      heading: '¿Ha sido usted?',
      body: ({ account, name }) =>
        `Alguien ha iniciado sesión en ${account} con su contraseña desde un dispositivo o una red nuevos: ${name}. Si ha sido usted, ignore este correo. Si no, cierre esta sesión de inmediato.`,
      button: 'No he sido yo',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'Resumen del día',
      body: ({ date, name }) => `El ${date} (UTC): ${name}.`,
    },
  },
  invoiceStates: {
    overdue: {
      subject: ({ account, name }) => `La factura ${name} de ${account} está vencida`,
      heading: 'Su factura está vencida',
      body: ({ account, name, date }) =>
        `Encontrará adjunta la factura ${name} de ${account}. ${date ? `Venció el ${date}` : 'Está vencida'} y aún no está pagada.`,
      button: 'Ver y pagar',
    },
    paid: {
      subject: ({ account, name }) => `Factura ${name} de ${account}: pagada`,
      heading: 'Su factura está pagada',
      body: ({ account, name }) =>
        `Encontrará adjunta la factura ${name} de ${account}. Está pagada: no tiene que hacer nada.`,
      button: 'Ver la factura',
    },
    refunded: {
      subject: ({ account, name }) => `Factura ${name} de ${account}: reembolsada`,
      heading: 'Su factura fue reembolsada',
      body: ({ account, name }) =>
        `Encontrará adjunta la factura ${name} de ${account}. Se pagó y después se reembolsó o abonó por completo: no tiene que hacer nada.`,
      button: 'Ver la factura',
    },
    void: {
      subject: ({ account, name }) => `La factura ${name} de ${account} está anulada`,
      heading: 'Su factura está anulada',
      body: ({ account, name }) =>
        `${account} ha anulado la factura ${name}, adjunta para su archivo. No tiene que pagarla.`,
      button: 'Ver la factura',
    },
  },
  creditTo: {
    invoice: 'Reduce el importe que tiene que pagar.',
    balance: 'El importe se añade a su saldo a favor y se descontará de sus próximas facturas.',
    card: 'El importe se reembolsa al método de pago con el que se pagó la factura. Puede tardar unos días en aparecer en su extracto bancario.',
    outside: 'El vendedor reembolsa el importe por otra vía.',
  },
  attached: 'La factura va adjunta en PDF.',
  chargedAgain: 'También se volverá a cobrar en el método de pago guardado.',
  plusTax: (amount) => `${amount} más IVA`,
  reference: 'Referencia',
  address: 'O abra este enlace:',
  code: 'O introduzca este código',
  unsubscribe: 'Darse de baja de estos correos',
  footers: {
    customer: (account) =>
      `Recibe este correo por su pago a ${account}. Para contactar con ${account}, responda a este correo.`,
    owner: (account) => `Recibe este correo porque esta es la dirección de la cuenta ${account}.`,
    operator: (account) =>
      `Recibe este correo porque MAIL_DIGEST_TO de ${account} contiene esta dirección.`,
    user: (account) =>
      `Recibe este correo porque alguien indicó esta dirección en ${account}. Si no fue usted, ignórelo.`,
  },
};
