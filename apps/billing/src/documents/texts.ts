import type { Languages } from '@florin/pages';
import type { TaxCategory } from '@florin/tax';
import type { Invoice } from '../invoices/model.ts';
import type { DocumentLine } from './model.ts';

/** Everything that an invoice or a credit note says in one language. */
export interface DocumentTexts {
  readonly invoice: string;
  readonly credit_note: string;
  readonly ofInvoice: string;
  readonly taxIds: string;
  readonly subtotal: string;
  readonly dueTotal: string;
  readonly memo: string;
  /** What a draft is, on top of it. */
  readonly draft: string;
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
  /** What its reader can do about it. */
  readonly pay: (amount: string) => string;
  readonly download: string;
  readonly back: string;
  readonly statuses: Readonly<Record<Invoice['status'], string>>;
  /** Before the name of the plan, where the line is about one. */
  readonly lines: Readonly<
    Record<Exclude<DocumentLine['type'], 'tax' | 'item'> | 'credit_returned', string>
  >;
  /** Why there is no tax; nothing where there is. */
  readonly notes: Readonly<Record<TaxCategory, string>>;
}

export const documentTexts: Languages<DocumentTexts> = {
  en: {
    invoice: 'Invoice',
    credit_note: 'Credit note',
    ofInvoice: 'For invoice',
    taxIds: 'Tax id',
    subtotal: 'Net',
    dueTotal: 'Amount due',
    memo: 'Note',
    draft: 'This is a draft: it has no number, and nobody owes it yet.',
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
    pay: (amount) => `Pay ${amount}`,
    download: 'Download as PDF',
    back: 'Back to the overview',
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
      credit_returned: 'Credit returned',
      credited: 'Taken back by credit notes',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Reverse charge: the customer owes the tax.',
      G: 'Exported: no tax is charged.',
      E: 'Exempt from tax.',
      O: 'Not subject to tax here.',
    },
  },
  de: {
    invoice: 'Rechnung',
    credit_note: 'Gutschrift',
    ofInvoice: 'Zur Rechnung',
    taxIds: 'Steuernummer',
    subtotal: 'Netto',
    dueTotal: 'Zu zahlen',
    memo: 'Hinweis',
    draft: 'Dies ist ein Entwurf: ohne Nummer, und noch schuldet ihn niemand.',
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
    pay: (amount) => `${amount} bezahlen`,
    download: 'Als PDF herunterladen',
    back: 'Zurück zur Übersicht',
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
      credit_returned: 'Guthaben zurückgegeben',
      credited: 'Durch Gutschriften gemindert',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Steuerschuldnerschaft des Leistungsempfängers.',
      G: 'Ausfuhr: Es fällt keine Umsatzsteuer an.',
      E: 'Steuerfrei.',
      O: 'Hier nicht steuerbar.',
    },
  },
  fr: {
    invoice: 'Facture',
    credit_note: 'Avoir',
    ofInvoice: 'Sur la facture',
    taxIds: 'N° fiscal',
    subtotal: 'Total HT',
    dueTotal: 'Montant dû',
    memo: 'Remarque',
    draft: 'Ceci est un brouillon : sans numéro, et personne ne le doit encore.',
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
    pay: (amount) => `Payer ${amount}`,
    download: 'Télécharger en PDF',
    back: 'Retour à l’aperçu',
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
      credit_returned: 'Avoir restitué',
      credited: 'Réduit par des avoirs',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Autoliquidation.',
      G: 'Exportation : exonérée de TVA.',
      E: 'Exonéré de TVA.',
      O: 'Non soumis à la TVA ici.',
    },
  },
  es: {
    invoice: 'Factura',
    credit_note: 'Factura rectificativa',
    ofInvoice: 'De la factura',
    taxIds: 'N.º fiscal',
    subtotal: 'Base imponible',
    dueTotal: 'Importe debido',
    memo: 'Nota',
    draft: 'Esto es un borrador: no tiene número y nadie lo debe todavía.',
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
    pay: (amount) => `Pagar ${amount}`,
    download: 'Descargar en PDF',
    back: 'Volver al resumen',
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
      credit_returned: 'Saldo a favor devuelto',
      credited: 'Reducido por rectificativas',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Inversión del sujeto pasivo.',
      G: 'Exportación: exenta de IVA.',
      E: 'Exento de IVA.',
      O: 'No sujeto a IVA aquí.',
    },
  },
};
