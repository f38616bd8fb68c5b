import type { Languages } from '@florin/pages';
import type { TaxCategory } from '@florin/tax';
import type { DocumentLine } from '../../domain/document/model.ts';
import type { Invoice } from '../../domain/invoice/model.ts';

/** All texts of an invoice or a credit note in one language. */
export interface DocumentTexts {
  readonly invoice: string;
  readonly credit_note: string;
  readonly ofInvoice: string;
  /** Labels of a VAT ID, and of other tax numbers. */
  readonly vatId: string;
  readonly taxId: string;
  /** A tax and its net amount. */
  readonly taxOn: (tax: string, net: string) => string;
  readonly subtotal: string;
  readonly dueTotal: string;
  readonly memo: string;
  /** Banner of a draft. */
  readonly draft: string;
  readonly from: string;
  readonly to: string;
  readonly poNumber: string;
  readonly buyerReference: string;
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
  /** Labels of the reader's actions. */
  readonly pay: (amount: string) => string;
  readonly download: string;
  readonly back: string;
  readonly statuses: Readonly<Record<Invoice['status'], string>>;
  /** Precedes the plan's name, if the line has a plan. */
  readonly lines: Readonly<
    Record<Exclude<DocumentLine['type'], 'tax' | 'item'> | 'credit_returned' | 'payment', string>
  >;
  /** Reasons for charging no tax; empty where tax is charged. */
  readonly notes: Readonly<Record<TaxCategory, string>>;
}

export const documentTexts: Languages<DocumentTexts> = {
  en: {
    invoice: 'Invoice',
    credit_note: 'Credit note',
    ofInvoice: 'For invoice',
    vatId: 'VAT ID',
    taxId: 'Tax ID',
    taxOn: (tax, net) => `${tax} on ${net}`,
    subtotal: 'Net total',
    dueTotal: 'Amount due',
    memo: 'Note',
    draft: 'This is a draft: it has no number and is not payable yet.',
    from: 'From',
    to: 'To',
    poNumber: 'Purchase order',
    buyerReference: 'Your reference',
    status: 'Status',
    issued: 'Issued',
    due: 'Due',
    paid: 'Paid',
    id: 'ID',
    item: 'Description',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    total: 'Total',
    pay: (amount) => `Pay ${amount}`,
    download: 'Download as PDF',
    back: 'Back to overview',
    statuses: {
      draft: 'draft',
      open: 'open',
      paid: 'paid',
      void: 'void',
      uncollectible: 'uncollectible',
    },
    lines: {
      period: 'Subscription to',
      proration: 'Remaining time on',
      unused_time: 'Unused time on',
      discount: 'Discount',
      credit_granted: 'Credit for future invoices',
      credit_applied: 'Paid from credit',
      credit_returned: 'Credit returned',
      credited: 'Reduced by credit notes',
      payment: 'Already paid',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Reverse charge: the customer is liable for the tax.',
      K: 'Intra-Community supply: exempt from VAT.',
      G: 'Export: exempt from VAT.',
      E: 'Exempt from tax.',
      O: 'Outside the scope of VAT.',
    },
  },
  de: {
    invoice: 'Rechnung',
    credit_note: 'Rechnungskorrektur',
    ofInvoice: 'Zur Rechnung',
    vatId: 'USt-IdNr.',
    taxId: 'Steuernummer',
    taxOn: (tax, net) => `${tax} auf ${net}`,
    subtotal: 'Netto',
    dueTotal: 'Zu zahlen',
    memo: 'Hinweis',
    draft: 'Dies ist ein Entwurf: Er hat keine Nummer und ist noch nicht zu bezahlen.',
    from: 'Von',
    to: 'An',
    poNumber: 'Bestellnummer',
    buyerReference: 'Ihre Referenz',
    status: 'Status',
    issued: 'Ausgestellt',
    due: 'Fällig',
    paid: 'Bezahlt',
    id: 'ID',
    item: 'Beschreibung',
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
      proration: 'Restlaufzeit mit',
      unused_time: 'Nicht genutzte Zeit mit',
      discount: 'Rabatt',
      credit_granted: 'Guthaben für künftige Rechnungen',
      credit_applied: 'Verrechnetes Guthaben',
      credit_returned: 'Zurückgegebenes Guthaben',
      credited: 'Durch Rechnungskorrekturen gemindert',
      payment: 'Bereits bezahlt',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Steuerschuldnerschaft des Leistungsempfängers.',
      K: 'Steuerfreie innergemeinschaftliche Lieferung.',
      G: 'Steuerfreie Ausfuhrlieferung.',
      E: 'Steuerfrei.',
      O: 'Nicht im Inland steuerbare Leistung.',
    },
  },
  fr: {
    invoice: 'Facture',
    credit_note: 'Avoir',
    ofInvoice: 'Sur la facture',
    vatId: 'N° de TVA',
    taxId: 'N° fiscal',
    taxOn: (tax, net) => `${tax} sur ${net}`,
    subtotal: 'Total HT',
    dueTotal: 'Montant dû',
    memo: 'Remarque',
    draft: 'Ceci est un brouillon : il n’a pas de numéro et n’est pas encore à payer.',
    from: 'De',
    to: 'À',
    poNumber: 'Bon de commande',
    buyerReference: 'Votre référence',
    status: 'Statut',
    issued: 'Émise',
    due: 'Échéance',
    paid: 'Payée',
    id: 'Identifiant',
    item: 'Désignation',
    quantity: 'Quantité',
    price: 'Prix',
    amount: 'Montant',
    total: 'Total',
    pay: (amount) => `Payer ${amount}`,
    download: 'Télécharger en PDF',
    back: 'Retour à la vue d’ensemble',
    statuses: {
      draft: 'brouillon',
      open: 'à payer',
      paid: 'payée',
      void: 'annulée',
      uncollectible: 'irrécouvrable',
    },
    lines: {
      period: 'Abonnement',
      proration: 'Temps restant avec',
      unused_time: 'Temps non utilisé avec',
      discount: 'Remise',
      credit_granted: 'Crédit pour les prochaines factures',
      credit_applied: 'Crédit utilisé',
      credit_returned: 'Crédit restitué',
      credited: 'Réduit par des avoirs',
      payment: 'Déjà payé',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Autoliquidation.',
      K: 'Livraison intracommunautaire exonérée de TVA.',
      G: 'Exportation exonérée de TVA.',
      E: 'Exonéré de TVA.',
      O: 'Hors champ de la TVA.',
    },
  },
  es: {
    invoice: 'Factura',
    credit_note: 'Factura rectificativa',
    ofInvoice: 'De la factura',
    vatId: 'NIF-IVA',
    taxId: 'N.º fiscal',
    taxOn: (tax, net) => `${tax} sobre ${net}`,
    subtotal: 'Base imponible',
    dueTotal: 'Importe debido',
    memo: 'Nota',
    draft: 'Esto es un borrador: no tiene número y aún no hay que pagarlo.',
    from: 'De',
    to: 'Para',
    poNumber: 'Pedido',
    buyerReference: 'Su referencia',
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
      proration: 'Tiempo restante con',
      unused_time: 'Tiempo no usado con',
      discount: 'Descuento',
      credit_granted: 'Saldo a favor para las próximas facturas',
      credit_applied: 'Pagado con saldo a favor',
      credit_returned: 'Saldo a favor devuelto',
      credited: 'Reducido por facturas rectificativas',
      payment: 'Ya pagado',
    },
    notes: {
      S: '',
      Z: '',
      AE: 'Inversión del sujeto pasivo.',
      K: 'Entrega intracomunitaria exenta de IVA.',
      G: 'Exportación exenta de IVA.',
      E: 'Exento de IVA.',
      O: 'Operación no sujeta a IVA.',
    },
  },
};
