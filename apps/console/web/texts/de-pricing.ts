import type { enPricing } from './en-pricing.ts';

export const dePricing: typeof enPricing = {
  products: 'Produkte',
  prices: 'Preise',
  units: 'Einheiten',
  cost: 'Kosten',
  tiers: 'Staffeln',
  tierUpTo: 'Bis',
  tierUnit: 'Preis je Einheit',
  tierFlat: 'Grundpreis',
  addTier: 'Staffel hinzufügen',
  removeTier: 'Staffel entfernen',
  pricing: 'Preismodell',
  unitPrice: 'Einzelpreis',
  packageSize: 'Einheiten je Paket',
  priceName: 'Name auf Rechnungen',
  lookupKey: 'Suchschlüssel',
  unitLabel: 'Name der Einheit',
  doCreateProduct: 'Produkt anlegen',
  sayCreateProduct: 'Die Preise fügen Sie auf der nächsten Seite hinzu.',
  sayChangeProduct: 'Bestehende Preise behalten ihren Namen auf Rechnungen.',
  sayAddPrice:
    'Der Preis gilt je Abrechnungszeitraum ({interval}) und ändert sich nie. Laufende Abonnements behalten ihren Preis.',
  sayAddPriceOnce: 'Der Preis gilt für Einzelrechnungen und ändert sich nie.',
  doStopSelling: 'Verkauf beenden',
  sayStopSelling:
    '{name} wird nicht mehr verkauft. Laufende Abonnements bestehen weiter und verlängern sich.',
  doSell: 'Wieder verkaufen',
  saySell: '{name} kann wieder verkauft werden.',
  doAddPrice: 'Preis hinzufügen',
};
