export { keyOf, taxLines, totalOf } from './compute.ts';
export { decideTax, type RateTables, type Sale, type TaxDecision } from './decide.ts';
export * from './model.ts';
export { parsePercentage } from './percentage.ts';
export type { Place, TaxedBuyer, TaxedSeller, Treatment } from './place.ts';
export { builtInTable, parseTable, STANDARD, type TableRate } from './table.ts';
export { isEuCountry, parseVatId } from './vat-id.ts';
