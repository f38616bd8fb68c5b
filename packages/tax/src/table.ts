import { z } from 'zod';
import { parsePercentage } from './percentage.ts';
import type { TaxedArea } from './place.ts';
import rates from './rates.json' with { type: 'json' };
import { vatTerritories } from './territory.ts';

const day = z.iso.date();
const entrySchema = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  region: z.string().nullable().default(null),
  class: z.string(),
  name: z.string(),
  percentage: z.string().refine((text) => parsePercentage(text) === text),
  from: day.nullable().default(null),
  until: day.nullable().default(null),
});

/** A rate of a product class in a country or region. The first and last day are inclusive. */
export type TableRate = z.output<typeof entrySchema>;

const tableSchema = z.strictObject({
  /** Source of the rates. */
  source: z.string(),
  /** Day of the last check. */
  as_of: day.optional(),
  rates: z.array(entrySchema).max(10_000),
});

/** Parses a rate table. Classes and places without a rate are untaxed. @throws ZodError */
export function parseTable(text: string): readonly TableRate[] {
  return tableSchema.parse(JSON.parse(text)).rates;
}

const builtIn = tableSchema.parse(rates);
/** The built-in rates, and the day of their last check. */
export const builtInTable: readonly TableRate[] = builtIn.rates;
export const ratesAsOf = builtIn.as_of;

const vatCountries: ReadonlySet<string> = new Set(builtInTable.map(({ country }) => country));

/** Whether a country is known to charge one VAT on a sale. Elsewhere several taxes may add up, as in Canada. */
export function isVatCountry(country: string): boolean {
  return vatCountries.has(country);
}

/** Classes without rates, which every place knows. */
export const STANDARD = 'standard';
const UNTAXED_CLASSES: ReadonlySet<string> = new Set(['zero', 'exempt']);

export function isUntaxedClass(productClass: string): boolean {
  return UNTAXED_CLASSES.has(productClass);
}

/**
 * Rates of an area on a day (ISO 8601) for a class, or its standard rates. Canadian provinces add
 * theirs to the country's; Madeira, the Azores, parts of Austria and Greece replace them.
 */
export function ratesOn(
  table: readonly TableRate[],
  { country, region, localRates = null }: TaxedArea,
  productClass: string,
  today: string,
): readonly TableRate[] {
  const here = table.filter(
    (rate) =>
      rate.country === country &&
      (rate.region === null || rate.region === region || rate.region === localRates) &&
      isValidOn(rate, today),
  );
  const own = here.filter((rate) => rate.region !== null);
  const isReplaced = localRates !== null || hasOwnRates(country, region);
  const counted = own.length > 0 && isReplaced ? own : here;
  const ofClass = counted.filter((rate) => rate.class === productClass);
  return ofClass.length > 0 ? ofClass : counted.filter((rate) => rate.class === STANDARD);
}

export function isValidOn({ from, until }: TableRate, today: string): boolean {
  return (from === null || from <= today) && (until === null || until >= today);
}

function hasOwnRates(country: string, region: string | null): boolean {
  return vatTerritories.some(
    ({ vat, regions, ...territory }) =>
      vat === 'own_rates' && territory.country === country && regions?.includes(region ?? ''),
  );
}
