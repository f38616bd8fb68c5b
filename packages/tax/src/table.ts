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

/** A rate that is owed somewhere on a class of products, on days of which the first and last count. */
export type TableRate = z.output<typeof entrySchema>;

const tableSchema = z.strictObject({
  /** Where the rates were taken from. */
  source: z.string(),
  /** The day on which they were last checked. */
  as_of: day.optional(),
  rates: z.array(entrySchema).max(10_000),
});

/** Reads a table of rates; what it does not say is not taxed. @throws ZodError naming what is wrong. */
export function parseTable(text: string): readonly TableRate[] {
  return tableSchema.parse(JSON.parse(text)).rates;
}

const builtIn = tableSchema.parse(rates);
/** The rates that Florin comes with, and the day on which they were checked. */
export const builtInTable: readonly TableRate[] = builtIn.rates;
export const ratesAsOf = builtIn.as_of;

/** Classes that are no rate's: each place knows them. */
export const STANDARD = 'standard';
const UNTAXED_CLASSES: ReadonlySet<string> = new Set(['zero', 'exempt']);

export function isUntaxedClass(productClass: string): boolean {
  return UNTAXED_CLASSES.has(productClass);
}

/**
 * The rates of an area on a day (ISO 8601), for the class, or the standard ones where the class has none.
 * A region adds its rates to those of its country, as provinces of Canada do; Madeira and the Azores
 * have theirs instead, and so have sales within parts of Austria and Greece.
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
