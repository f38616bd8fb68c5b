import type { enBilling } from './en-billing.ts';

export const esBilling: typeof enBilling = {
  dunning: 'Reintentos de cobro',
  dunningDays: 'Días desde el primer fallo',
  sayDunning:
    'Los cobros fallidos se reintentan {days} días después del fallo. {end} Los clientes sin tarjeta guardada reciben un recordatorio esos días.',
  dunningFinalAction: 'Después del último fallo',
  dunningCancels: 'Si falla el último, la suscripción se cancela.',
  dunningPauses:
    'Si falla el último, la suscripción se pausa hasta que se pague su factura y se reanude.',
  dunningLeaves: 'Si falla el último, la suscripción sigue vencida hasta que se pague su factura.',
  sayDunningOpen: 'Los importes ya vencidos conservan su calendario original.',
  dunningHint: 'Introduzca días crecientes, cada uno de 1 a 60, por ejemplo 1, 3, 5, 7.',
  whyPart: 'Parte',
  whyNothing: 'Sin partes: el importe es cero.',
  whyByLine: 'Los medios céntimos se redondean hacia arriba en cada línea.',
  whyByInvoice:
    'Los medios céntimos se redondean hacia arriba una vez para toda la factura; cada línea lleva su parte.',
  whyCreditReturned: 'Saldo a favor devuelto que había pagado una parte',
  whyGivenUp: 'Condonado: ya no se debe',
  whyWrong: 'Las partes suman {amount}: avise al operador de Florin.',
  refundedBefore: 'Reembolsado antes',
  refundedAfter: 'Reembolsado después',
  refundLeft: 'Resto del pago',
  whyOthers: '{count} más',
  planPrices: 'Otros precios',
  doNewPrice: 'Añadir precio',
  sayNewPrice:
    '{name} se vende también por {amount} como {id}. Las suscripciones existentes conservan su precio hasta que se cambien.',
  collectionMethod: 'Cobro',
  sayFinalizeCharge:
    'La factura recibe su número y se cobran {amount} del método de pago guardado del cliente. Si falla, el cliente puede pagar en la página de la factura.',
  invoiceMails: 'Correos con facturas',
  mailInvoices: 'Enviar a los clientes por correo cada factura pagada y cada factura rectificativa',
  taxProvider: 'Impuestos calculados por',
  taxProviderNeeds:
    'Stripe Tax necesita su dirección y una clave de Stripe configurada por el operador. Entonces calcula todos los impuestos; las tablas de Florin y sus propios tipos dejan de aplicarse.',
  metadata: 'Metadatos',
};
