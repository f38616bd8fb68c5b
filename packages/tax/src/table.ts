import { z } from 'zod';
import { parsePercentage } from './percentage.ts';
import type { Place } from './place.ts';
import rates from './rates.json' with { type: 'json' };

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
  /** What the rates were taken from, and when. */
  source: z.string(),
  rates: z.array(entrySchema).max(10_000),
});

/** Reads a table of rates; what it does not say is not taxed. @throws ZodError naming what is wrong. */
export function parseTable(text: string): readonly TableRate[] {
  return tableSchema.parse(JSON.parse(text)).rates;
}

/** The rates that Florin comes with. */
export const builtInTable: readonly TableRate[] = tableSchema.parse(rates).rates;

/** Classes that are no rate's: each place knows them. */
export const STANDARD = 'standard';
const UNTAXED_CLASSES: ReadonlySet<string> = new Set(['zero', 'exempt']);

export function isUntaxedClass(productClass: string): boolean {
  return UNTAXED_CLASSES.has(productClass);
}

/**
 * The rates of a place on a day (ISO 8601): those of its region where it has any, else its country's;
 * for the class, or the standard ones where the class has none.
 */
export function ratesOn(
  table: readonly TableRate[],
  { country, region }: Place,
  productClass: string,
  today: string,
): readonly TableRate[] {
  const here = table.filter(
    (rate) =>
      rate.country === country &&
      (rate.region === null || rate.region === region) &&
      (rate.from === null || rate.from <= today) &&
      (rate.until === null || rate.until >= today),
  );
  const ofClass = here.filter((rate) => rate.class === productClass);
  return ofClass.length > 0 ? ofClass : here.filter((rate) => rate.class === STANDARD);
}
