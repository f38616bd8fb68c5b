const languages = ['en', 'de', 'fr', 'es'] as const;
type Language = (typeof languages)[number];

/** Stripe's dispute reasons, in the order of `languages`. */
const reasons: Readonly<Record<string, readonly [string, string, string, string]>> = {
  credit_not_processed: [
    'a refund did not arrive',
    'eine Erstattung kam nicht an',
    'remboursement non reçu',
    'un reembolso no ha llegado',
  ],
  duplicate: ['charged twice', 'doppelt belastet', 'débité deux fois', 'cobrado dos veces'],
  fraudulent: [
    'the cardholder did not make the payment',
    'nicht vom Karteninhaber veranlasst',
    'paiement non effectué par le titulaire de la carte',
    'el titular de la tarjeta no hizo el pago',
  ],
  product_not_received: [
    'the product did not arrive',
    'Ware nicht erhalten',
    'produit non reçu',
    'producto no recibido',
  ],
  product_unacceptable: [
    'the product is defective or not as described',
    'Ware mangelhaft oder nicht wie beschrieben',
    'produit défectueux ou non conforme',
    'producto defectuoso o distinto de lo descrito',
  ],
  subscription_canceled: [
    'charged after the subscription was canceled',
    'nach der Kündigung des Abonnements belastet',
    'débité après la résiliation de l’abonnement',
    'cobrado después de cancelar la suscripción',
  ],
  unrecognized: [
    'the cardholder does not recognize the payment',
    'dem Karteninhaber nicht bekannt',
    'paiement non reconnu par le titulaire de la carte',
    'el titular de la tarjeta no reconoce el pago',
  ],
};

/** The dispute reason in words; unknown codes are shown as they are. */
export function disputeReason(language: Language, code: string): string {
  return reasons[code]?.[languages.indexOf(language)] ?? code.replaceAll('_', ' ');
}
