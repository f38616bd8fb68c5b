import type { enPricing } from './en-pricing.ts';

export const frPricing: typeof enPricing = {
  products: 'Produits',
  prices: 'Tarifs',
  units: 'Unités',
  cost: 'Coût',
  tiers: 'Paliers',
  tierUpTo: 'Jusqu’à',
  tierUnit: 'Prix par unité',
  tierFlat: 'Prix fixe',
  addTier: 'Ajouter un palier',
  removeTier: 'Supprimer le palier',
  pricing: 'Modèle de tarification',
  unitPrice: 'Prix unitaire',
  packageSize: 'Unités par lot',
  priceName: 'Nom sur les factures',
  lookupKey: 'Clé de recherche',
  unitLabel: 'Nom de l’unité',
  doCreateProduct: 'Créer un produit',
  sayCreateProduct: 'Ajoutez ses tarifs à la page suivante.',
  sayChangeProduct: 'Les tarifs existants gardent leur nom sur les factures.',
  sayAddPrice:
    'Le tarif s’applique à chaque période ({interval}) et ne change jamais. Les abonnements en cours gardent leur tarif.',
  sayAddPriceOnce: 'Le tarif s’utilise sur des factures ponctuelles et ne change jamais.',
  doStopSelling: 'Arrêter la vente',
  sayStopSelling:
    '{name} n’est plus en vente. Les abonnements en cours continuent et se renouvellent.',
  doSell: 'Remettre en vente',
  saySell: '{name} peut de nouveau être vendu.',
  doAddPrice: 'Ajouter un tarif',
};
