import { disputeReason } from './dispute-reasons.ts';
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
      subject: ({ account, name, amount }) => `Nota de crédito ${name} de ${account}: ${amount}`,
      heading: 'Una nota de crédito',
      body: ({ account, name, amount, reference }) =>
        `${account} ha emitido la nota de crédito ${name} por ${amount} sobre la factura ${reference}. La encontrará adjunta.`,
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
      heading: 'Un recordatorio',
      body: ({ account, name, date }) =>
        `La factura ${name} de ${account} aún no está pagada.${date ? ` Venció el ${date}.` : ''} Si su pago está en camino, no tiene que hacer nada.`,
      button: 'Ver y pagar',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Su tarjeta en ${account} caduca pronto`,
      heading: 'Su tarjeta caduca pronto',
      body: ({ account, name }) =>
        `${account} cobra de su tarjeta ${name}, que caduca pronto. Guarde otra para que nada se interrumpa.`,
      button: 'Guardar otra tarjeta',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Su prueba de ${name} termina pronto`,
      heading: 'Su prueba termina pronto',
      body: ({ account, amount, name, date }) =>
        `Su prueba de ${name} en ${account} termina el ${date}. Después cuesta ${amount} por período, salvo que cancele antes.`,
      button: 'Ver la suscripción',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Su suscripción en ${account} ha cambiado`,
      heading: 'Su suscripción ha cambiado',
      body: ({ account, amount, name, date }) =>
        `Su suscripción en ${account} es ${date ? `desde el ${date}` : 'ahora'} ${name} por ${amount} por período.`,
      button: 'Ver la suscripción',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Su suscripción en ${account} va a terminar`,
      heading: 'Su suscripción va a terminar',
      body: ({ account, name, date }) =>
        `Su suscripción a ${name} en ${account} termina el ${date} y no se cobrará más. Hasta entonces continúa, y puede conservarla.`,
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
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `Pago en disputa: ${amount}`,
      heading: 'Un pago está en disputa',
      body: ({ account, amount, name, date }) =>
        `Un cliente de ${account} ha disputado un pago de ${amount} ante su banco. Motivo: ${disputeReason('es', name)}. El importe queda retenido hasta que el banco decida, y una tarjeta guardada no se cobra automáticamente.

${date ? `Para conservar el dinero, envíe pruebas a más tardar el ${date} (UTC). Sin pruebas, la disputa se pierde.` : 'El banco no admite pruebas por el momento.'}`,
      button: 'Abrir la disputa',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `Disputa perdida: ${amount}`,
      heading: 'Se ha perdido una disputa',
      body: ({ account, amount }) =>
        `El banco ha dado la razón al cliente y le ha devuelto ${amount}. El importe se descuenta del saldo de ${account}.

Una tarjeta guardada del cliente no se cobra automáticamente hasta que usted lo permita. Compruebe si sus suscripciones deben continuar.`,
      button: 'Abrir la disputa',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `Ha fallado un reembolso: ${amount}`,
      heading: 'Ha fallado un reembolso',
      body: ({ account, amount }) =>
        `El reembolso de ${amount} no ha llegado al cliente. El dinero está de nuevo en el saldo de ${account}. Reembólselo otra vez o páguelo al cliente por otro medio.`,
      button: 'Abrir el reembolso',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Los eventos de ${account} no llegan`,
      heading: 'Los eventos no llegan',
      body: ({ account, name, date }) =>
        `Nada de lo que ${account} envía a ${name} ha llegado desde el ${date}. Se reintenta durante tres días, cada vez con más espacio; lo que entonces se abandone se puede enviar de nuevo más tarde. Las entregas muestran qué responde.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `Los eventos de ${account} ya no se envían`,
      heading: 'Los eventos ya no se envían',
      body: ({ account, name }) =>
        `${name} ha respondido que ya no existe (410), así que ${account} no envía nada más allí. Si fue un error, active de nuevo el destino.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Bienvenido a ${account}: confirme su dirección`,
      heading: 'Bienvenido',
      body: ({ account }) =>
        `Alguien, esperamos que usted, puede iniciar sesión en ${account} con esta dirección desde ahora. Confirme que lee aquí su correo.`,
      button: 'Confirmar la dirección',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Confirme su dirección en ${account}`,
      heading: 'Confirme su dirección',
      body: ({ account }) => `Confirme a ${account} que lee el correo de esta dirección.`,
      button: 'Confirmar la dirección',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Elija una contraseña nueva para ${account}`,
      heading: 'Una contraseña nueva',
      body: ({ account }) =>
        `Alguien ha pedido una contraseña nueva para su cuenta en ${account}. El enlace vale 30 minutos y una sola vez. Si no fue usted, no haga nada: su contraseña sigue igual.`,
      button: 'Elegir una contraseña',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Confirme su nueva dirección en ${account}`,
      heading: 'Su nueva dirección',
      body: ({ account, name }) =>
        `Alguien quiere iniciar sesión en ${account} con ${name} desde ahora. Acepte solo si fue usted.`,
      button: 'Ver y aceptar',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) => `Su dirección en ${account} va a ser ${name}`,
      heading: 'Otra dirección',
      body: ({ account, name }) =>
        `Alguien que conoce su contraseña quiere cambiar esta dirección por ${name} para iniciar sesión en ${account}. Acepte solo si fue usted; si no, elija enseguida otra contraseña.`,
      button: 'Ver y aceptar',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Su dirección en ${account} es ahora ${name}`,
      heading: 'Su dirección ha cambiado',
      body: ({ account, name }) =>
        `Ahora inicia sesión en ${account} con ${name} y ya no con esta dirección. Si no fue usted, vuelva atrás en 72 horas.`,
      button: 'Volver atrás',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `Le han invitado a ${account}`,
      heading: 'Le han invitado',
      body: ({ account, name }) =>
        `${name} le propone unirse a ${account}. El enlace vale siete días y una sola vez. Si no sabe quién es, no haga nada.`,
      button: 'Ver la invitación',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `Un nuevo inicio de sesión en ${account}`,
      heading: '¿Ha sido usted?',
      body: ({ account, name }) =>
        `Alguien ha iniciado sesión en ${account} con su contraseña desde un dispositivo o una red que no habíamos visto con usted: ${name}. Si ha sido usted, no hay nada que hacer. Si no, termine esta sesión al instante.`,
      button: 'No he sido yo',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'Lo que ha pasado',
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
    balance: 'El importe se abona en su saldo y pagará sus próximas facturas.',
    card: 'El importe se reembolsa al método de pago con el que se pagó la factura. Su banco puede tardar unos días en mostrarlo.',
    outside: 'El vendedor reembolsa el importe por otra vía.',
  },
  attached: 'La factura va adjunta en PDF.',
  chargedAgain: 'También se volverá a cobrar del método de pago guardado.',
  plusTax: (amount) => `${amount} más IVA`,
  reference: 'Referencia',
  address: 'O abra esta dirección:',
  code: 'O introduzca este código',
  unsubscribe: 'No enviarme más mensajes de este tipo',
  footers: {
    customer: (account) =>
      `Recibe este mensaje por su pago a ${account}. Para preguntar algo a ${account}, responda a este mensaje.`,
    owner: (account) => `Recibe este mensaje porque esta es la dirección de la cuenta ${account}.`,
    operator: (account) => `Recibe esto porque MAIL_DIGEST_TO de ${account} nombra esta dirección.`,
    user: (account) =>
      `Recibe este mensaje porque alguien indicó esta dirección en ${account}. Si no fue usted, no tiene que hacer nada.`,
  },
};
