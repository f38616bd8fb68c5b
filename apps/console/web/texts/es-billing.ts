import type { enBilling } from './en-billing.ts';

export const esBilling: typeof enBilling = {
  dunning: 'Cobros fallidos',
  dunningDays: 'Días desde el primer fallo',
  sayDunning:
    'Lo que no se pudo cobrar se intenta de nuevo el día {days} después; si falla también el último, la suscripción se cancela. A los clientes sin tarjeta guardada se les recuerda esos días.',
  sayDunningOpen: 'Lo que ya está vencido sigue los días con los que empezó.',
  dunningHint: 'Días crecientes, cada uno de 1 a 60, por ejemplo 1, 3, 5, 7.',
  whyPart: 'Parte',
  whyNothing: 'Nada lo compone: es cero.',
  whyByLine: 'Los medios céntimos se redondean hacia arriba, en cada línea.',
  whyByInvoice:
    'Los medios céntimos se redondean hacia arriba, una vez para toda la factura; cada línea lleva lo que añade.',
  whyCreditReturned: 'Crédito devuelto que había pagado una parte',
  whyGivenUp: 'Abandonado: nadie lo debe ya',
  whyWrong: 'Las partes suman {amount}: avise a quien opera Florin.',
  refundedBefore: 'Devuelto antes',
  refundedAfter: 'Devuelto después',
  refundLeft: 'Queda del pago',
  whyOthers: '{count} otras',
  planPrices: 'Sus otros precios',
  doNewPrice: 'Precio nuevo',
  sayNewPrice:
    '{name} se vende también por {amount}, como {id}. Quien tiene este plan conserva su precio hasta que se cambie su suscripción.',
  collectionMethod: 'Cobro',
  sayFinalizeCharge:
    'Recibe su número y se cobran {amount} del método de pago guardado del cliente. Si falla, el cliente paga en la página de la factura.',
  invoiceMails: 'Mensajes con facturas',
  mailInvoices: 'Los clientes reciben por correo cada factura pagada y cada abono',
  taxProvider: 'El impuesto lo decide',
  taxProviderNeeds:
    'Stripe Tax necesita su dirección y una clave de Stripe que haya puesto el operador de este Florin. Entonces decide cada impuesto en lugar de las tablas de Florin y de sus propios tipos.',
  metadata: 'Datos propios',
};
