import { z } from 'zod';
import territories from './territories.json' with { type: 'json' };
import { isEuCountry } from './vat-id.ts';

/** Kinds of supplies, which determine the place and category of tax. */
export const supplies = ['services', 'goods'] as const;
export type Supply = (typeof supplies)[number];

/** The tax-relevant parts of an address. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The part of ISO 3166-2 after the hyphen. */
  readonly region: string | null;
  readonly postalCode: string | null;
}

/** An area with one VAT law. */
export interface VatArea {
  readonly country: string;
  readonly region: string | null;
  /** Whether it is in the VAT territory of the EU (Directive 2006/112/EC, article 5). */
  readonly isInEu: boolean;
  /** Whether the VAT of its country does not apply there. */
  readonly isOutside: boolean;
  /** Region of the rate table that applies if the seller is there too; null elsewhere. */
  readonly localRates: string | null;
}

const territorySchema = z.strictObject({
  name: z.string(),
  country: z.string(),
  /** Without regions and postal codes, the entry covers the whole country. */
  regions: z.array(z.string()).optional(),
  /** Prefixes of postal codes, which people often write instead of regions. */
  postal_codes: z.array(z.string()).optional(),
  vat: z.union([
    z.enum(['outside', 'own_rates', 'goods_in_eu']),
    z.strictObject({ as: z.string() }),
    z.strictObject({ local_rates: z.string() }),
  ]),
  source: z.string(),
});

export type Territory = z.output<typeof territorySchema>;

const table = z
  .strictObject({
    as_of: z.iso.date(),
    source: z.string(),
    territories: z.array(territorySchema),
  })
  .parse(territories);

/** Territories whose VAT differs from their country's, and the day of the last check. */
export const { territories: vatTerritories, as_of: territoriesAsOf } = table;

const byCountry = Map.groupBy(vatTerritories, ({ country }) => country);

/** The area whose VAT law applies at a place. */
export function vatAreaOf({ country, region, postalCode }: Place, supply: Supply): VatArea {
  const territory = byCountry
    .get(country)
    ?.find((candidate) => isWithin(candidate, region, postalCode));
  const area = {
    country,
    region,
    isInEu: isEuCountry(country),
    isOutside: false,
    localRates: null,
  };
  if (!territory) return area;
  const { vat, regions: [code] = [] } = territory;
  if (typeof vat === 'object' && 'local_rates' in vat)
    return { ...area, localRates: vat.local_rates };
  if (typeof vat === 'object')
    return vatAreaOf({ country: vat.as, region: null, postalCode: null }, supply);
  switch (vat) {
    case 'outside':
      return { ...area, isInEu: false, isOutside: true };
    case 'own_rates':
      return { ...area, region: code ?? region };
    case 'goods_in_eu':
      return { ...area, isInEu: supply === 'goods' };
    default:
      return vat satisfies never;
  }
}

function isWithin(
  { regions, postal_codes: postalCodes }: Territory,
  region: string | null,
  postalCode: string | null,
): boolean {
  if (!regions && !postalCodes) return true;
  if (region !== null && regions?.includes(region)) return true;
  const code = postalCode?.toUpperCase().replaceAll(/[^0-9A-Z]/g, '') ?? '';
  // Some people write the country before the code: ES-35001.
  const bare = code.replace(/^[A-Z]{1,2}(?=\d{3})/, '');
  return (postalCodes ?? []).some((start) => code.startsWith(start) || bare.startsWith(start));
}
