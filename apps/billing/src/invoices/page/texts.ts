import type { Languages } from '@florin/pages';
import type { Line } from '../../charges/model.ts';
import type { Invoice } from '../model.ts';

/** Everything that an invoice says in one language. */
export interface InvoiceTexts {
  readonly invoice: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly issued: string;
  readonly due: string;
  readonly paid: string;
  readonly id: string;
  readonly item: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly total: string;
  readonly statuses: Readonly<Record<Invoice['status'], string>>;
  /** Before the name of the plan, where the line is about one. */
  readonly lines: Readonly<Record<Line['type'], string>>;
}

export const invoiceTexts: Languages<InvoiceTexts> = {
  en: {
    invoice: 'Invoice',
    from: 'From',
    to: 'To',
    status: 'Status',
    issued: 'Issued',
    due: 'Due',
    paid: 'Paid',
    id: 'Id',
    item: 'For',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    total: 'Total',
    statuses: {
      draft: 'draft',
      open: 'open',
      paid: 'paid',
      void: 'void',
      uncollectible: 'uncollectible',
    },
    lines: {
      period: 'Subscription to',
      proration: 'Rest of the period on',
      unused_time: 'Unused time on',
      credit_granted: 'Kept as credit for the next invoices',
      credit_applied: 'Paid from credit',
      tax: 'Tax',
      item: '',
    },
  },
  de: {
    invoice: 'Rechnung',
    from: 'Von',
    to: 'An',
    status: 'Stand',
    issued: 'Ausgestellt',
    due: 'Fällig',
    paid: 'Bezahlt',
    id: 'Kennung',
    item: 'Für',
    quantity: 'Menge',
    price: 'Preis',
    amount: 'Betrag',
    total: 'Summe',
    statuses: {
      draft: 'Entwurf',
      open: 'offen',
      paid: 'bezahlt',
      void: 'storniert',
      uncollectible: 'uneinbringlich',
    },
    lines: {
      period: 'Abonnement',
      proration: 'Rest des Zeitraums mit',
      unused_time: 'Nicht genutzte Zeit mit',
      credit_granted: 'Guthaben für die nächsten Rechnungen',
      credit_applied: 'Aus Guthaben bezahlt',
      tax: 'Steuer',
      item: '',
    },
  },
  fr: {
    invoice: 'Facture',
    from: 'De',
    to: 'À',
    status: 'État',
    issued: 'Émise',
    due: 'Échéance',
    paid: 'Payée',
    id: 'Identifiant',
    item: 'Pour',
    quantity: 'Quantité',
    price: 'Prix',
    amount: 'Montant',
    total: 'Total',
    statuses: {
      draft: 'brouillon',
      open: 'à payer',
      paid: 'payée',
      void: 'annulée',
      uncollectible: 'irrécouvrable',
    },
    lines: {
      period: 'Abonnement',
      proration: 'Reste de la période avec',
      unused_time: 'Temps non utilisé avec',
      credit_granted: 'Avoir pour les prochaines factures',
      credit_applied: 'Payé par l’avoir',
      tax: 'Taxe',
      item: '',
    },
  },
  es: {
    invoice: 'Factura',
    from: 'De',
    to: 'Para',
    status: 'Estado',
    issued: 'Emitida',
    due: 'Vence',
    paid: 'Pagada',
    id: 'Identificador',
    item: 'Concepto',
    quantity: 'Cantidad',
    price: 'Precio',
    amount: 'Importe',
    total: 'Total',
    statuses: {
      draft: 'borrador',
      open: 'pendiente',
      paid: 'pagada',
      void: 'anulada',
      uncollectible: 'incobrable',
    },
    lines: {
      period: 'Suscripción',
      proration: 'Resto del periodo con',
      unused_time: 'Tiempo no usado con',
      credit_granted: 'Saldo a favor para las próximas facturas',
      credit_applied: 'Pagado con saldo a favor',
      tax: 'Impuesto',
      item: '',
    },
  },
};
