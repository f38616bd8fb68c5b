export { keyOf, taxLines, totalOf } from './compute.ts';
export { decideTax, type Product, type RateTables, type Sale, type TaxDecision } from './decide.ts';
export * from './model.ts';
export { parsePercentage } from './percentage.ts';
export type { TaxedBuyer, TaxedSeller, Treatment, Untaxed } from './place.ts';
export {
  builtInTable,
  isVatCountry,
  parseTable,
  ratesAsOf,
  STANDARD,
  type TableRate,
} from './table.ts';
export {
  type Place,
  type Supply,
  supplies,
  territoriesAsOf,
  vatTerritories,
} from './territory.ts';
export { isEuCountry, parseVatId } from './vat-id.ts';
